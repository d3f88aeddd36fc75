import ArgumentParser

/// The option of every command that has more to say than errors to print these only.
package struct QuietOptions: ParsableArguments {
  @Flag(
    name: [.customShort("q"), .customLong("quiet")],
    help: "Print errors only: no warnings, notes or progress.")
  package var isQuiet = false

  package init() {}
}

/// A command that can be told to print errors only.
package protocol QuietableCommand: ParsableCommand {
  var isQuiet: Bool { get }
}
