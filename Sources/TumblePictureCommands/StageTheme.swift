import ArgumentParser
import TumbleLooks

/// The words for a theme.
enum StageTheme: String, ExpressibleByArgument, CaseIterable {
  case light, dark

  var appearance: InterfaceTheme.Appearance { self == .light ? .light : .dark }
}
