import TumbleAnimation
import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  func layer(_ layer: Scene.Layer) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(layer.id))]
    if let parent = layer.parent { mapping.append(("parent", .plain(parent))) }
    return mapping + Format.layerFields.write(layer.timing)
  }

  func animation(_ animation: Scene.Animation) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .text(animation.id))]
    if let layer = animation.layer { mapping.append(("layer", .plain(layer))) }
    return mapping + definition(animation.definition, of: animation.target)
  }

  private func definition(_ definition: AnimationDefinition, of target: AnimationTarget?)
    -> FormatNode.Mapping
  {
    var mapping: FormatNode.Mapping = target.map { [("of", .text($0.description))] } ?? []
    var wholeKey = "timing"
    switch definition.content {
    case .basic(let basic):
      mapping.append(("type", .plain("basic")))
      ends(basic, into: &mapping)
    case .keyframe(let keyframe):
      mapping.append(("type", .plain("keyframe")))
      mapping.append(("values", .list(keyframe.values.map(value))))
      if let times = keyframe.keyTimes { mapping.append(("keyTimes", .list(times.map { .number($0) }))) }
      if !keyframe.timing.isEmpty {
        mapping.append(("timing", .list(keyframe.timing.map { .text($0.description) })))
      }
      if keyframe.mode != .linear { mapping.append(("mode", .plain(keyframe.mode.rawValue))) }
      wholeKey = "timingFunction"
    case .path(let path):
      mapping.append(("type", .plain("path")))
      mapping.append(("path", self.path(path.path)))
      if path.pacing != .uniform { mapping.append(("pacing", .plain(path.pacing.rawValue))) }
      if path.rotation != .none { mapping.append(("rotation", .plain(path.rotation.rawValue))) }
    case .spring(let spring):
      mapping.append(("type", .plain("spring")))
      ends(spring.ends, into: &mapping)
      mapping.append(("spring", .text(TimingFunction.spring(spring.spring).description)))
      if let velocity = spring.velocity { mapping.append(("velocity", value(velocity))) }
    case .group(let members):
      mapping.append(("type", .plain("group")))
      let written = members.map { FormatNode.mapping(self.definition($0.animation, of: $0.target)) }
      mapping.append(("animations", .list(written)))
    }
    if definition.timingFunction != .linear {
      mapping.append((wholeKey, .text(definition.timingFunction.description)))
    }
    timing(definition.timing, into: &mapping)
    if definition.isCumulative { mapping.append(("cumulative", .plain("true"))) }
    return mapping
  }

  private func ends(_ ends: BasicAnimation<AnimatableValue>, into mapping: inout FormatNode.Mapping) {
    for (key, end) in [("from", ends.from), ("to", ends.to), ("by", ends.by)] {
      if let end { mapping.append((key, value(end))) }
    }
  }

  private func timing(_ timing: MediaTiming, into mapping: inout FormatNode.Mapping) {
    mapping += Format.clockFields.write(timing)
    switch timing.repetition {
    case .forever: mapping.append(("repeat", .plain("forever")))
    case .count(let count): mapping.add("repeat", count, unless: 1)
    case .duration(.infinity): mapping.append(("repeatDuration", .plain("forever")))
    case .duration(let duration): mapping.add("repeatDuration", duration)
    }
    mapping += Format.cycleFields.write(timing)
  }

  func value(_ value: AnimatableValue) -> FormatNode {
    switch value {
    case .number(let number): .number(number)
    case .vector(let vector): .vector(vector)
    case .size(let size): .vector(size.width, size.height)
    case .rect(let rect): .list([.vector(rect.min), .vector(rect.max)])
    case .color(let color): .text(color.hex)
    }
  }

  func path(_ path: Path) -> FormatNode {
    let steps: [FormatNode] = path.segments.map { segment in
      switch segment {
      case .line(let to): .vector(to)
      case .quadratic(let control, let to): .mapping([("curve", .list([.vector(control), .vector(to)]))])
      case .cubic(let control1, let control2, let to):
        .mapping([("curve", .list([.vector(control1), .vector(control2), .vector(to)]))])
      case .arc(let center, let sweep):
        .mapping([("arc", .mapping([("center", .vector(center)), ("turn", .number(sweep))]))])
      }
    }
    return .mapping([("from", .vector(path.start)), ("steps", .list(steps))])
  }
}
