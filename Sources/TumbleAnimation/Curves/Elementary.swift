// libm under names that cannot be mistaken for a method; the one place of this target that needs the platform.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

func sine(_ angle: Double) -> Double { sin(angle) }
func cosine(_ angle: Double) -> Double { cos(angle) }
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
func exponential(_ x: Double) -> Double { exp(x) }
func powerOfTwo(_ x: Double) -> Double { exp2(x) }
func logarithm(_ x: Double) -> Double { log(x) }
