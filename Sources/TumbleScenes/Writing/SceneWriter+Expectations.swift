import TumbleFiles
import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  func expectation(_ expectation: Scene.Expectation) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = expectation.id.map { [("id", .plain($0))] } ?? []
    mapping += check(expectation.check)
    switch expectation.span {
    case .at(let time): mapping.append(("at", .number(time)))
    case .by(let time, let from):
      mapping.add("from", from, unless: 0)
      mapping.append(("by", .number(time)))
    case .throughout(let from, let to):
      mapping.add("from", from, unless: 0)
      mapping.add("to", to)
    }
    if !expectation.note.isEmpty { mapping.append(("note", .text(expectation.note))) }
    return mapping
  }

  private func check(_ check: Scene.Expectation.Check) -> FormatNode.Mapping {
    switch check {
    case .value(let channel, let min, let max):
      var mapping: FormatNode.Mapping = [word(.value), ("channel", .text(channel))]
      if let min, let max {
        mapping.append(("between", .vector(min, max)))
      } else {
        mapping.add("min", min)
        mapping.add("max", max)
      }
      return mapping
    case .bodies(let state, let bodies): return self.state(state, bodies)
    case .hash(let hash): return [word(.hash), ("hash", .text(hash.hexadecimal))]
    case .picture(let picture):
      let usual = Scene.Expectation.Picture("")
      var mapping: FormatNode.Mapping = [word(.picture), ("file", .text(picture.file))]
      mapping.add("tolerance", picture.tolerance, unless: usual.tolerance)
      if picture.threshold != usual.threshold {
        mapping.append(("threshold", .plain("\(picture.threshold)")))
      }
      return mapping
    case .count(let happening, let times):
      var mapping = self.happening(happening)
      if times != 1...Scene.Expectation.maxTimes {
        let ends = Set([times.lowerBound, times.upperBound]).sorted().map { FormatNode.plain("\($0)") }
        mapping.append(("times", ends.count == 1 ? ends[0] : .list(ends)))
      }
      return mapping
    }
  }

  private func word(_ word: CheckWord) -> (String, FormatNode) { ("check", .plain(word.rawValue)) }

  private func state(_ state: Scene.Expectation.BodyState, _ bodies: Scene.BodySelector) -> FormatNode.Mapping
  {
    func mapping(_ word: CheckWord, _ keys: FormatNode.Mapping = []) -> FormatNode.Mapping {
      [self.word(word), ("of", bodySelector(bodies))] + keys
    }
    switch state {
    case .asleep: return mapping(.asleep)
    case .awake: return mapping(.awake)
    case .region(let region, let isInside):
      return mapping(isInside ? .inside : .outside, [("region", self.region(region) ?? .mapping([]))])
    case .inView: return mapping(.inView)
    case .present: return mapping(.present)
    case .gone: return mapping(.gone)
    }
  }

  private func happening(_ happening: Scene.Expectation.Happening) -> FormatNode.Mapping {
    switch happening {
    case .event(let event): self.event(event, chooser: "check")
    case .mark(let text): [word(.mark), ("text", .text(text))]
    case .lost(let bodies): [word(.lost), ("of", bodySelector(bodies))]
    case .shatters(let bodies): [word(.shatters), ("of", bodySelector(bodies))]
    case .end: [word(.end)]
    }
  }
}
