import Testing
import TumbleFiles
import TumbleLooks
import TumbleTestSupport
@testable import TumbleWindowCommands

@Suite("The desktop's colors")
struct DesktopAppearanceTests {
  private let limit = RunningProgram.net

  @Test(
    "The desktop's colors are asked for, and followed as they change",
    arguments: [(UInt32(1), "dark"), (2, "light"), (0, nil)])
  func followed(scheme: UInt32, expected: String?) throws {
    let fake = try FakeDesktop(scheme: scheme)
    defer { fake.close() }
    let desktop = DesktopAppearance(address: fake.address)
    defer { desktop.close() }
    desktop.wait(atMost: limit)
    #expect(desktop.current == expected.flatMap(InterfaceTheme.Appearance.init))
    fake.set(scheme == 1 ? 2 : 1)
    #expect(desktop.wait(for: scheme == 1 ? .light : .dark, atMost: limit))
    // Another setting of the same number, and one that no version knows.
    fake.set(scheme == 1 ? 1 : 2, key: "contrast")
    fake.set(7)
    #expect(desktop.wait(for: nil, atMost: limit))
    fake.set(1)
    #expect(desktop.wait(for: .dark, atMost: limit))
  }

  @Test(
    "The desktop's colors are unknown where nobody answers, where there is no bus, and after the bus has gone"
  )
  func absent() throws {
    let fake = try FakeDesktop(scheme: 1, hasPortal: false)
    let alone = DesktopAppearance(address: fake.address)
    alone.wait(atMost: limit)
    #expect(alone.current == nil)
    fake.close()
    let nowhere = DesktopAppearance(address: "unix:path=/nowhere/bus")
    nowhere.wait(atMost: limit)
    #expect(nowhere.current == nil)
    #expect(DesktopAppearance(environment: [:]) == nil)
    #expect(DesktopAppearance(environment: ["XDG_RUNTIME_DIR": "/nowhere"]) == nil)

    let other = try FakeDesktop(scheme: 1)
    let desktop = DesktopAppearance(address: other.address)
    #expect(desktop.wait(for: .dark, atMost: limit))
    other.close()
    #expect(desktop.wait(for: nil, atMost: limit))
  }

  @Test("The desktop's colors give way to a person's choice, which is kept, until that is the desktop's own")
  func chosen() throws {
    let scratch = try ScratchFolder()
    var settings = Settings.read(in: scratch.url.path)
    var appearance = ChosenAppearance()
    appearance.restore(settings)
    #expect(appearance.shown(desktop: nil) == .light)
    #expect(appearance.shown(desktop: .dark) == .dark)
    appearance.toggle(desktop: .dark)
    #expect(appearance.shown(desktop: .dark) == .light)
    appearance.keep(in: &settings)
    #expect(settings.theme == .light)

    var again = ChosenAppearance()
    again.restore(settings)
    #expect(again.shown(desktop: .dark) == .light)
    again.toggle(desktop: .dark)
    again.keep(in: &settings)
    #expect(settings.theme == nil)
    #expect(again.shown(desktop: .light) == .light)

    // Without a desktop that has a setting, each choice is one.
    again.toggle(desktop: nil)
    again.keep(in: &settings)
    #expect(settings.theme == .dark)
    again.toggle(desktop: nil)
    again.keep(in: &settings)
    #expect(settings.theme == .light)
  }
}
