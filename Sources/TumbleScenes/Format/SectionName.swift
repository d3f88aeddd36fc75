/// The order is that of the reference.
enum SectionName: String, CaseIterable, Sendable {
  case scene, include, included, view, world, spatialHash
  case material, template, body, shape, box, circle, segment, polygon, line, outline, shatter
  case gradient, border, caption
  case `repeat`, grid, stack, pyramid, ring, scatter, along, rope, chain, cloth, blob
  case joint, rule, field, fluid, emitter, particle, scenery, copies, trigger, region, action, input, pointer,
    drive, control
  case layer, animation, member, path, pathStep, arc, graph, expectation

  /// Whether it stands in lists only.
  var isEntry: Bool {
    [
      .include, .included, .body, .shape, .joint, .rule, .field, .fluid, .emitter, .particle, .scenery,
      .trigger,
      .action, .input, .pointer, .drive, .control, .layer, .animation, .member,
      .pathStep, .graph, .expectation,
    ].contains(self)
  }

  var section: Section { Format.sections[self]! }
}
