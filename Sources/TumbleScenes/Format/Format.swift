/// The description of the format that the reader, the schema and the reference are made from.
enum Format {
  static let version = 1

  static let sections: [SectionName: Section] = {
    let all =
      [scene] + includeSections + [view, world, spatialHash] + [material, template, body, shatter]
      + shapeSections + [outline] + lookSections + repeatSections + softSections
      + [joint, rule, field, fluid, emitter, particle] + scenerySections + [trigger, region, action]
      + [input, pointer, drive, control]
      + animationSections + [graph, expectation]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()
}
