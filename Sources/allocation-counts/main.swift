import CTumbleTestHooks
import Foundation

// Counts heap allocations where there must be none: in the steady frames of a graph. It is a program of its own because
// only optimized code is free of them; `scripts/test` runs its release build.

guard ctumble_counts_allocations() else {
  print("allocations are not counted here: a sanitizer has the allocator")
  exit(2)
}
var failures = 0
for scroll in SteadyScroll.all {
  let count = scroll.run()
  print("\(scroll): \(count) allocations, at most \(scroll.bound)")
  if count > scroll.bound { failures += 1 }
}
exit(failures == 0 ? 0 : 1)
