import Foundation
import Testing
import TumbleTestSupport

/// Tests of `scripts/release` in a small repository of its own, with packages of one shell script.
@Suite("scripts/release", .enabled(if: Packaging.isAvailable, "git and dpkg-deb are missing"))
struct ReleaseScriptTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let scripts = ProjectFolder.root.appendingPathComponent("scripts")
    for name in ["release", "lib/dependencies.sh"] {
      let source = scripts.appendingPathComponent(name)
      try folder.file("project/scripts/" + name, String(contentsOf: source, encoding: .utf8))
    }
    try write(
      version: "2.3.4", changelog: "# Changelog\n\n## 2.3.4\n\n- One thing.\n\n## 2.3.3\n\n- Another.\n")
    try shell("git init -q . && git config user.name a && git config user.email a@localhost && \(commit)")
    try shell("git tag v2.3.4")
    try pack("2.3.4", says: "2.3.4")
  }

  private let commit = "git add -A && git commit -qm 'Change' --no-gpg-sign"

  private func write(version: String, changelog: String) throws {
    try folder.file(
      "project/Sources/TumbleSimulation/World/World.swift",
      "package static var programVersion: String { \"Tumble \(version)\" }\n")
    try folder.file("project/CHANGELOG.md", changelog)
  }

  /// Makes both packages of a version, whose program says one.
  private func pack(_ version: String, says answer: String) throws {
    try folder.file(
      "tree/DEBIAN/control",
      "Package: tumble\nVersion: \(version)\nArchitecture: all\nMaintainer: a <a@localhost>\nDescription: a\n"
    )
    try folder.file("tree/bin/tumble-headless", "#!/bin/sh\necho 'Tumble \(answer), Chipmunk 7.0.3'\n")
    try shell(
      """
      cd .. && chmod 755 tree/bin/tumble-headless && mkdir -p packages && architecture=$(dpkg --print-architecture)
      dpkg-deb --build tree packages/tumble_\(version)_$architecture.deb >/dev/null
      tar -czf packages/tumble-\(version)-$architecture.tar.gz tree/bin
      """)
  }

  private func shell(_ line: String) throws {
    var program = RunProgram(path: "/bin/sh")
    program.folder = folder.url.appendingPathComponent("project")
    let result = try program("-ec", line)
    try #require(result.code == 0, "\(line): \(result.errors)")
  }

  private func release() throws -> RunProgram.Result {
    try RunProgram(path: "/bin/bash")(
      folder.path("project/scripts/release"), "--packages", folder.path("packages"))
  }

  @Test("`scripts/release` is content where code, changelog, tag and packages have one version")
  func agreement() throws {
    let result = try release()
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("Everything says 2.3.4"))
  }

  @Test(
    "`scripts/release` says what disagrees, and fails",
    arguments: [
      (
        "printf '## Unreleased\\n\\n- New.\\n\\n## 2.3.4\\n\\n- One.\\n' >CHANGELOG.md",
        "1 lines stand under Unreleased"
      ),
      (
        "printf '## 2.3.5\\n\\n- One.\\n' >CHANGELOG.md",
        "the first version is 2.3.5, and the code says 2.3.4"
      ),
      ("{ echo '## 2.3.4'; seq 41; } >CHANGELOG.md", "2.3.4 has 41 lines"),
      ("git tag -d v2.3.4", "there is no tag v2.3.4"),
      ("git commit -q --allow-empty -m 'More' --no-gpg-sign", "the tag v2.3.4 is on another commit"),
      ("touch new", "files are changed or added since the commit: new"),
      ("rm ../packages/*.tar.gz", "there is no "),
      ("mv ../packages/*.deb ../packages/other", "there is no "),
    ])
  func disagreement(change: String, message: String) throws {
    try shell(change)
    let result = try release()
    #expect(result.code == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("`scripts/release` runs the packaged program, whose version counts and not the file's name")
  func packagedProgram() throws {
    try pack("2.3.4", says: "2.3.3")
    let result = try release()
    #expect(result.code == 1)
    #expect(result.errors.contains("2 things disagree"), "\(result.errors)")
    #expect(result.errors.contains("says 'Tumble 2.3.3, Chipmunk 7.0.3', and not Tumble 2.3.4"))
  }

  @Test("`scripts/release --help` says what it checks, and an unknown argument is refused")
  func help() throws {
    let help = try RunProgram(path: "/bin/bash")(folder.path("project/scripts/release"), "--help")
    #expect(help.code == 0)
    #expect(help.text.contains("scripts/release [--packages DIR]"))
    let refused = try RunProgram(path: "/bin/bash")(folder.path("project/scripts/release"), "--tag")
    #expect(refused.code == 1)
    #expect(refused.errors.contains("unknown argument '--tag'"))
  }
}

/// The tools with which the tests make repositories and packages.
private enum Packaging {
  static let isAvailable = ["git", "dpkg-deb", "dpkg"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
  }
}
