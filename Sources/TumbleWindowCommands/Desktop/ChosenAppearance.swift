import TumbleFiles
import TumbleLooks

/// Light or dark colors: as the desktop is set, until a person wants the others.
struct ChosenAppearance {
  /// nil: as the desktop.
  private var chosen: InterfaceTheme.Appearance?

  /// - Parameter desktop: Its setting; nil where it has none, which counts as light.
  func shown(desktop: InterfaceTheme.Appearance?) -> InterfaceTheme.Appearance {
    chosen ?? desktop ?? .light
  }

  /// The other colors. Where those are the desktop's, it is followed from then on.
  mutating func toggle(desktop: InterfaceTheme.Appearance?) {
    let wanted: InterfaceTheme.Appearance = shown(desktop: desktop) == .dark ? .light : .dark
    chosen = wanted == desktop ? nil : wanted
  }

  mutating func restore(_ settings: Settings) {
    chosen = settings.theme.map { $0 == .dark ? .dark : .light }
  }

  func keep(in settings: inout Settings) {
    settings.theme = chosen.map { $0 == .dark ? .dark : .light }
  }
}
