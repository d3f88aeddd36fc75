import TumbleFiles

extension SceneWriter {
  func trigger(_ trigger: Scene.Trigger) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = trigger.id.map { [("id", .plain($0))] } ?? []
    mapping += event(trigger.event, chooser: "event")
    mapping.add("after", trigger.delay, unless: 0)
    if let times = trigger.times { mapping.append(("times", .plain("\(times)"))) }
    mapping.append(("do", .list(trigger.actions.map { .mapping(action($0)) })))
    return mapping
  }

  /// - Parameter chooser: The key whose word says which event it is.
  func event(_ event: Scene.Event, chooser: String) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = []
    func word(_ word: EventWord) { mapping.append((chooser, .plain(word.rawValue))) }
    switch event {
    case .contact(let change, let first, let second):
      word(change == .began ? .began : .ended)
      mapping.append(("between", .list([bodySelector(first), bodySelector(second)])))
    case .hit(let first, let second, let impulse):
      word(.hit)
      mapping.append(("between", .list([bodySelector(first), bodySelector(second)])))
      mapping.add("above", impulse, unless: 0)
    case .region(let region, let isEntering, let bodies):
      word(isEntering ? .enters : .leaves)
      mapping += [("of", bodySelector(bodies)), ("region", self.region(region) ?? .mapping([]))]
    case .leavesView(let bodies):
      word(.leavesView)
      mapping.append(("of", bodySelector(bodies)))
    case .sleeps(let bodies):
      word(.sleeps)
      mapping.append(("of", bodySelector(bodies)))
    case .wakes(let bodies):
      word(.wakes)
      mapping.append(("of", bodySelector(bodies)))
    case .breaks(let joints):
      word(.breaks)
      mapping.append(("of", ids(joints)))
    case .crosses(let channel, let value, let isRising):
      word(isRising ? .rises : .falls)
      mapping += [("channel", .text(channel)), ("value", .number(value))]
    case .time(let at, let every):
      word(.time)
      if at != every { mapping.append(("at", .number(at))) }
      mapping.add("every", every)
    case .signal(let name):
      word(.signal)
      mapping.append(("name", .plain(name)))
    case .input(let id, let isPressed):
      word(isPressed ? .pressed : .released)
      mapping.append(("key", .plain(id)))
    case .animationEnded(let names, let outcome):
      word(outcome == .finished ? .finished : .interrupted)
      mapping.append(("of", .list(names.map { .text($0) })))
    }
    return mapping
  }

  func bodySelector(_ selector: Scene.BodySelector) -> FormatNode {
    selector.isAnything ? .plain("anything") : ids(selector.names)
  }

  private func ids(_ ids: [String]) -> FormatNode { .list(ids.map { .plain($0) }) }

  private func action(_ action: Scene.Action) -> FormatNode.Mapping {
    func mapping(_ word: ActionWord, _ keys: FormatNode.Mapping = []) -> FormatNode.Mapping {
      [("action", .plain(word.rawValue))] + keys
    }
    switch action {
    case .set(let property, let value, let timing):
      var keys: FormatNode.Mapping = [("of", .text(property)), ("to", .plain(value))]
      switch timing {
      case .curve(let curve, let duration):
        keys.append(("over", .number(duration)))
        if curve != .ease { keys.append(("timing", .text(curve.description))) }
      case .transition(let transition):
        keys += [("over", .number(transition.duration)), ("transition", .plain(transition.kind.rawValue))]
        if transition.kind != .fade { keys.append(("from", .plain(transition.side.rawValue))) }
        if transition.timingFunction != .ease {
          keys.append(("timing", .text(transition.timingFunction.description)))
        }
        keys.add("start", transition.startProgress, unless: 0)
        keys.add("end", transition.endProgress, unless: 1)
      case .spring(let spring): keys.append(("spring", .text(TimingFunction.spring(spring).description)))
      case nil: break
      }
      return mapping(.set, keys)
    case .animate(let text): return mapping(.animate, [("animation", .plain(text))])
    case .start(let animations): return mapping(.start, [("animations", ids(animations))])
    case .stop(let animations, let keeps):
      return mapping(
        .stop,
        [("animations", .list(animations.map { .text($0) }))] + (keeps ? [("keep", .plain("true"))] : []))
    case .layers(let change, let layers):
      return [("action", .plain(change.rawValue)), ("layers", ids(layers))]
    case .impulse(let bodies, let impulse):
      var keys: FormatNode.Mapping = [("of", bodySelector(bodies)), ("amount", .vector(impulse.amount))]
      if let place = impulse.place { keys.append(("at", .vector(place))) }
      if impulse.isLocal { keys.append(("frame", .plain("body"))) }
      return mapping(.impulse, keys)
    case .remove(let bodies): return mapping(.remove, [("of", bodySelector(bodies))])
    case .respawn(let bodies): return mapping(.respawn, [("of", bodySelector(bodies))])
    case .burst(let bodies, let impact, let strength):
      let keys: FormatNode.Mapping = [("of", bodySelector(bodies)), ("impact", .plain(impact.rawValue))]
      return mapping(.burst, keys + (strength == 1 ? [] : [("strength", .number(strength))]))
    case .slice(let bodies, let cut):
      if let stroke = cut.stroke {
        return mapping(.slice, [("of", bodySelector(bodies)), ("stroke", .plain(stroke))])
      }
      var keys: FormatNode.Mapping = [
        ("of", bodySelector(bodies)), ("from", .vector(cut.from)), ("to", .vector(cut.to)),
      ]
      if cut.isLocal { keys.append(("frame", .plain("body"))) }
      return mapping(.slice, keys)
    case .spawn(let spawn): return mapping(.spawn, self.spawn(spawn))
    case .attach(let text): return mapping(.attach, [("joint", .plain(text))])
    case .detach(let joints): return mapping(.detach, [("joints", ids(joints))])
    case .mark(let text): return mapping(.mark, [("text", .text(text))])
    case .signal(let name): return mapping(.signal, [("name", .plain(name))])
    case .end: return mapping(.end)
    }
  }

  private func spawn(_ spawn: Scene.Spawn) -> FormatNode.Mapping {
    [("template", .plain(spawn.template)), ("at", .vector(spawn.position))]
      + (Format.spawnFields + [Format.spawnSeedField, Format.replaceField]).write(spawn)
  }

  // MARK: - Inputs

  func input(_ input: Scene.Input, in scene: Scene) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(input.id))]
    if !input.keys.isEmpty { mapping.append(("keys", .list(input.keys.map { .text($0) }))) }
    if !input.reverseKeys.isEmpty { mapping.append(("reverse", .list(input.reverseKeys.map { .text($0) }))) }
    if let pointer = input.pointer, pointer != .always {
      mapping.append(("button", .plain(pointer.rawValue)))
    }
    if let pad = input.pad { mapping.append(("pad", .text(pad))) }
    if !input.help.isEmpty { mapping.append(("help", .text(input.help))) }
    if !input.drives.isEmpty {
      mapping.append(("drive", .list(input.drives.map { .mapping(drive($0, in: scene)) })))
    }
    return mapping
  }

  private func drive(_ drive: Scene.Drive, in scene: Scene) -> FormatNode.Mapping {
    switch drive {
    case .motor(let joint, let rate):
      // The motor of a hinge goes by the hinge's own name.
      let own = scene.joints.last { $0.id == joint }
      let whole = own.flatMap { $0.isMotor && $0.isInner ? $0.partOf : nil }
      return [("type", .plain("motor")), ("of", .plain(whole ?? joint)), ("rate", .number(rate))]
    case .length(let joint, let length):
      return [("type", .plain("length")), ("of", .plain(joint)), ("by", .number(length))]
    case .toward(let bodies, let force, let reach):
      var mapping: FormatNode.Mapping = [
        ("type", .plain("toward")), ("of", bodySelector(bodies)), ("force", .number(force)),
      ]
      mapping.add("reach", reach, unless: 20)
      return mapping
    case .follow(let bodies, let speed):
      return [("type", .plain("follow")), ("of", bodySelector(bodies)), ("speed", .number(speed))]
    case .force(let bodies, let force):
      var mapping: FormatNode.Mapping = [
        ("type", .plain(force.isLocal ? "thrust" : "push")), ("of", bodySelector(bodies)),
        ("force", .vector(force.amount)),
      ]
      if let place = force.place { mapping.append(("at", .vector(place))) }
      return mapping
    }
  }

  func control(_ control: Scene.Control) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(control.id))]
    if !control.title.isEmpty { mapping.append(("title", .text(control.title))) }
    if !control.help.isEmpty { mapping.append(("help", .text(control.help))) }
    switch control.widget {
    case .slider(let range, let step, let unit):
      mapping.append(("slider", .vector(range.lowerBound, range.upperBound)))
      mapping.add("step", step)
      if !unit.isEmpty { mapping.append(("unit", .text(unit))) }
    case .toggle(let off, let on): mapping.append(("switch", .list([.plain(off), .plain(on)])))
    case .choice(let options):
      mapping.append(("choice", .mapping(options.map { ($0.name, .plain($0.value)) })))
    }
    mapping.append(("property", .list(control.properties.map { .text($0) })))
    return mapping
  }

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
