// libm under names that cannot be mistaken for a method: the one place in the packages of values that imports
// the platform.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

package func sine(_ angle: Double) -> Double { sin(angle) }
package func cosine(_ angle: Double) -> Double { cos(angle) }
package func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
package func exponential(_ x: Double) -> Double { exp(x) }
package func powerOfTwo(_ x: Double) -> Double { exp2(x) }
package func logarithm(_ x: Double) -> Double { log(x) }
