import Foundation

// A plain program because valgrind runs it, and because code that must end its process is tried in a child.
//
//   wrapper-lifetimes [--seeds N] [--first SEED] [--operations N] [--orders] [--sleepers] [--traps]
//                     [--extremes SEEDS] [--two-threads]
//
// Without a part named, all of them run. Exits with 1 at the first check that fails, 64 for a wrong argument.

var (seeds, first, operations, extremes) = (4, UInt64(0), 5000, 300)
var parts: Set<String> = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--orders", "--sleepers", "--traps", "--two-threads": parts.insert(argument)
  case "--seeds", "--first", "--operations", "--extremes":
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number >= 0 else {
      stop("\(argument) needs a whole number that is not negative", code: 64)
    }
    switch argument {
    case "--seeds": seeds = number
    case "--first": first = UInt64(number)
    case "--extremes": extremes = number
    default: operations = number
    }
    if argument != "--first" { parts.insert(argument == "--extremes" ? argument : "--seeds") }
  default: stop("unknown argument \(argument)", code: 64)
  }
}
let all = parts.isEmpty

if all || parts.contains("--orders") {
  ReleaseOrders.check()
  print("720 release orders, stepped and not: nothing left alive")
}
if all || parts.contains("--sleepers") {
  SleepingSpaces.check()
  print("spaces dropped with 1 to 6 groups asleep: nothing left alive")
}
if all || parts.contains("--seeds") {
  for seed in first..<first + UInt64(seeds) { RandomOperations.check(seed: seed, operations: operations) }
  print("\(seeds) seeds of \(operations) random operations: as the model says, nothing left alive")
}
if all || parts.contains("--extremes") {
  Extremes.check(first: first, seeds: extremes)
  print("\(extremes) seeds of extreme numbers: refused, or everything stays finite")
}
if all || parts.contains("--traps") {
  let count = Traps.check()
  print("\(count) settings of properties: refused or taken as their rules say")
}
// Last, as the parts before it fork.
if all || parts.contains("--two-threads") {
  TwoThreads.check(steps: 300)
  print("two spaces on two threads: each moves as it does alone")
}

/// Tells what failed and ends the program.
func stop(_ message: String, code: Int32 = 1) -> Never {
  FileHandle.standardError.write(Data("wrapper-lifetimes: \(message)\n".utf8))
  exit(code)
}

/// A check that also holds in release.
func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { stop(message()) }
}
