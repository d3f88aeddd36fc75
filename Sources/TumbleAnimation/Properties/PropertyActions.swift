/// Which action a property's change has, asked in Core Animation's order: the object, its own table, its style, the property's
/// default. What answers first decides; if nothing does, the change shows at once.
public struct PropertyActions<Object: Hashable & Sendable, Value: Interpolatable>: Sendable {
  /// What an object answers for the name of a property; nil asks on. ``PropertyAction/immediate`` ends the search, as a view
  /// does that wants no animation of its layer.
  public var objects: [Object: @Sendable (String) -> PropertyAction<Value>?] = [:]
  /// Of single properties of single objects.
  public var properties: [ObjectProperty<Object>: PropertyAction<Value>] = [:]
  /// Of a style, by the names of properties.
  public var styles: [String: [String: PropertyAction<Value>]] = [:]
  /// The style of an object.
  public var styleNames: [Object: String] = [:]
  /// By the names of properties, whatever the object.
  public var defaults: [String: PropertyAction<Value>] = [:]

  public init() {}

  /// The action of a property; ``PropertyAction/immediate`` if none is found.
  public subscript(property: ObjectProperty<Object>) -> PropertyAction<Value> {
    if let action = objects[property.object]?(property.name) { return action }
    if let action = properties[property] { return action }
    if let style = styleNames[property.object], let action = styles[style]?[property.name] { return action }
    return defaults[property.name] ?? .immediate
  }
}
