import CTumbleTestHooks
import Foundation

// Counts heap allocations where there must be none: in the steady steps of a space, of a world and of a
// session with its time line, in the steady frames of a graph and of a stage, and where animations are
// sampled. It is a program of its own because only optimized code is free of them; `scripts/test` runs its
// release build.

guard ctumble_counts_allocations() else {
  print("allocations are not counted here: a sanitizer has the allocator")
  exit(2)
}
SteadyStage.leaveSDLUncounted()

var counts: [(what: String, count: UInt64, bound: UInt64)] = []
for space in SteadySpace.all { counts.append(("\(space)", try space.run(), 0)) }
for world in SteadyWorld.all { counts.append(("\(world)", try world.run(), 0)) }
let session = SteadySession()
counts.append(("\(session)", try session.run(), 0))
for scroll in SteadyScroll.all { counts.append(("\(scroll)", scroll.run(), scroll.bound)) }
for stage in SteadyStage.all { counts.append(("\(stage)", try stage.run(), 0)) }
for panels in SteadyInterface.all { counts.append(("\(panels)", try panels.run(), 0)) }
let sampling = SteadySampling()
counts.append(("\(sampling)", UInt64(try sampling.run()), UInt64(sampling.bound)))
for (what, count, bound) in counts { print("\(what): \(count) allocations, at most \(bound)") }
exit(counts.allSatisfy { $0.count <= $0.bound } ? 0 : 1)
