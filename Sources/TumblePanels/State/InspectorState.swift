import TumbleAnimation

/// The properties of what is selected.
package struct InspectorState: Hashable, Sendable {
  /// The title, such as `crate1`, or `3 bodies`.
  package var title: String
  /// The subtitle, such as `dynamic body · id 7`.
  package var subtitle: String
  package var groups: [PropertyGroup]
  /// The message in place of rows where nothing is selected, or below them.
  package var message: String

  package init(title: String, subtitle: String = "", groups: [PropertyGroup] = [], message: String = "") {
    (self.title, self.subtitle, self.groups, self.message) = (title, subtitle, groups, message)
  }
}

/// The card of an animation that is being made, or changed.
package struct AnimationCardState: Hashable, Sendable {
  package var title: String
  package var isChange = false
  package var groups: [PropertyGroup]

  package init(title: String, isChange: Bool = false, groups: [PropertyGroup]) {
    (self.title, self.isChange, self.groups) = (title, isChange, groups)
  }
}

/// The controls that a scene offers.
package struct ControlsState: Hashable, Sendable {
  package var rows: [PropertyRow]

  package init(_ rows: [PropertyRow]) { self.rows = rows }
}

package struct GraphAxesState: Hashable, Sendable {
  package var title: String
  package var groups: [PropertyGroup]

  package init(title: String, _ groups: [PropertyGroup]) { (self.title, self.groups) = (title, groups) }
}

/// The world's own properties.
package struct WorldPanelState: Hashable, Sendable {
  package var groups: [PropertyGroup]

  package init(_ groups: [PropertyGroup]) { self.groups = groups }
}

/// Rows under a heading.
package struct PropertyGroup: Hashable, Sendable {
  /// The title; empty for none.
  package var title: String
  package var rows: [PropertyRow]

  package init(_ title: String = "", _ rows: [PropertyRow]) { (self.title, self.rows) = (title, rows) }
}

/// A property as the scene format describes it, with its value now.
package struct PropertyRow: Hashable, Sendable {
  /// Names it in the actions, such as `bodies.crate1.mass`.
  package var path: String
  package var label: String
  /// The unit, such as `kg` or `°`; empty for none.
  package var unit: String
  /// The help that is shown where the mouse rests on the label.
  package var help: String
  package var control: PropertyControl
  package var isEnabled: Bool
  /// Is true if several things are shown that differ: the control has the value of one of them, which is not
  /// shown.
  package var isMixed: Bool
  /// Is true if it is plotted; nil for what cannot be.
  package var isPlotted: Bool?
  /// The state of the property in the animator; nil for what cannot be animated.
  package var keying: Keying?
  /// Is true if a control of the scene sets it; nil for what no control can be made of.
  package var isControl: Bool?
  /// The reason why the latest edit was refused, in the reader's own words.
  package var refusal: String?

  package init(
    _ path: String, _ label: String, _ control: PropertyControl, unit: String = "", help: String = "",
    isEnabled: Bool = true, isMixed: Bool = false, isPlotted: Bool? = nil, keying: Keying? = nil,
    isControl: Bool? = nil, refusal: String? = nil
  ) {
    (self.path, self.label, self.control, self.unit, self.help) = (path, label, control, unit, help)
    (self.isEnabled, self.isMixed, self.isPlotted, self.keying) = (isEnabled, isMixed, isPlotted, keying)
    (self.isControl, self.refusal) = (isControl, refusal)
  }
}

extension PropertyRow {
  package enum Keying: Hashable, Sendable {
    /// Nothing moves it.
    case none
    /// Something moves it, and there is no key at the time that is shown.
    case moved
    /// There is a key at the time that is shown.
    case key
  }
}

package enum PropertyControl: Hashable, Sendable {
  /// A number that a drag changes and a click lets one type.
  ///
  /// - Parameters:
  ///   - range: What it is limited to, if it is.
  ///   - step: What a drag of one point changes; nil for a hundredth of the value.
  case number(Double, range: ClosedRange<Double>? = nil, step: Double? = nil)
  /// A number between two ends, with a bar. With `isLogarithmic` equal factors are equally far apart.
  case slider(Double, range: ClosedRange<Double>, isLogarithmic: Bool = false)
  case vector(Vector, step: Double? = nil)
  case color(Color)
  /// One of several by its place; a few short ones stand side by side, others in a list.
  case choice(Int, of: [String])
  case toggle(Bool)
  case text(String)
  /// A curve, which is chosen from a gallery, by its name.
  ///
  /// - Parameter plays: The timing of an animation that is shown as it plays; nil for none.
  case curve(TimingFunction, String, plays: MediaTiming? = nil)
  /// The value can only be read.
  case reading(String)
}

package enum PropertyValue: Hashable, Sendable {
  case number(Double)
  /// A vector's x (0) or y (1) alone.
  case component(Int, Double)
  case color(Color)
  case choice(Int)
  case toggle(Bool)
  case text(String)
  /// A number as it was typed, with or without its unit: `30 deg`. The reader of scenes knows what it means.
  /// `component` is 1 for the y of a vector.
  case typed(String, component: Int = 0)
}

extension PropertyControl {
  /// The help of the button that makes a control of the scene of it.
  var controlHelp: String {
    switch self {
    case .toggle: "Make a switch of this: a control of the scene"
    case .choice: "Make a list of this: a control of the scene"
    default: "Make a slider of this: a control of the scene"
    }
  }
}
