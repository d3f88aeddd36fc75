import ArgumentParser

/// Tests scenes where nothing can be drawn.
struct TestCommand: QuietableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: TestOptions.abstract,
    discussion: TestOptions.discussion + " Expected pictures are skipped: `tumble test` checks them.")

  @OptionGroup var options: TestOptions

  var isQuiet: Bool { options.isQuiet }

  func run() throws { try TestRun(options).run() }
}

extension TestOptions {
  package static let abstract = "Run scenes and check what they expect."
  package static let discussion = """
    A scene says under `expect:` what a run of it must show. The exit code is 0 if all of it is met, 1 if something is not, \
    2 if a scene cannot be read. Each runs to the latest time that it names, or for ten seconds, unless --steps or --duration \
    says otherwise. With --quiet only scenes that fail are reported. Where a hash is expected, the program starts itself again with GLIBC_TUNABLES so that \
    hashes are the same on other processors.
    """
}
