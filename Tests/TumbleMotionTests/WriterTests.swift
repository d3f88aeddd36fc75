import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry

@testable import TumbleMotion

/// Tests that read what was written again, by readers that know the forms alone.
@Suite("Motion as it is written")
struct WriterTests {
  @Test("Lottie has every pose, by keys of its own timing", arguments: TracedRun.scenes)
  func lottie(scene: String) throws {
    let traced = try TracedRun(scene, seconds: 4)
    let tree = try Self.object(traced.document.lottie)
    #expect(tree["fr"] as? Double == 60 && tree["op"] as? Double == 240)
    #expect(tree["w"] as? Double == traced.description.view.width)
    let layers = try #require(tree["layers"] as? [[String: Any]])
    #expect(layers.count == traced.document.layers.count)
    // The first is in front.
    #expect(layers.reversed().compactMap { $0["nm"] as? String } == traced.document.layers.map(\.name))
    let view = traced.description.view
    try traced.expect { layer, seconds in
      let index = traced.document.layers.firstIndex { $0.identifier == layer.identifier } ?? 0
      let transform = try #require(layers[layers.count - 1 - index]["ks"] as? [String: Any])
      let position = try #require(transform["p"] as? [String: Any])
      func value(_ property: Any?) throws -> Double { try Self.lottieKeys(property).value(at: seconds * 60) }
      return (
        Vector(try value(position["x"]) + view.min.x, view.max.y - (try value(position["y"]))),
        -(try value(transform["r"])) * .pi / 180
      )
    }
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func lottieKeys(_ property: Any?) throws -> ReadKeys {
    let property = try #require(property as? [String: Any])
    guard let frames = property["k"] as? [[String: Any]] else {
      return ReadKeys(try #require(property["k"] as? Double))
    }
    var keys = ReadKeys()
    for frame in frames {
      let value = try #require((frame["s"] as? [Double])?.first)
      var curve = ReadKeys.Curve.line
      if frame["h"] as? Int == 1 {
        curve = .hold
      } else if let out = frame["o"] as? [String: [Double]], let into = frame["i"] as? [String: [Double]] {
        let numbers = try [out["x"], out["y"], into["x"], into["y"]].map { try #require($0?.first) }
        curve = .bezier(try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3]))
      }
      keys.add(try #require(frame["t"] as? Double), value, curve)
    }
    return keys
  }

  @Test("Lottie marks contacts, and shows bodies in their frames alone")
  func lottieTimes() throws {
    let traced = try TracedRun("crates", seconds: 2)
    let tree = try Self.object(traced.document.lottie)
    let markers = try #require(tree["markers"] as? [[String: Any]])
    #expect(markers.count > 3)
    #expect(markers.contains { ($0["cm"] as? String)?.contains("crate1") == true })
    var made = MadeRun()
    for step in 0..<30 { made.add(step >= 10 && step < 20 ? [MadeRun.body(0, x: 5)] : []) }
    let layers = try #require(try Self.object(made.document().lottie)["layers"] as? [[String: Any]])
    #expect(layers[0]["ip"] as? Double == 10 && layers[0]["op"] as? Double == 20)
  }

  @Test("An animated picture is XML without script, and has every pose", arguments: TracedRun.scenes)
  func svg(scene: String) throws {
    let traced = try TracedRun(scene, seconds: 4)
    let text = traced.document.svg
    let reader = try SVGReader(text)
    #expect(!reader.elements.contains("script"))
    #expect(text.contains("prefers-reduced-motion"))
    try traced.expect { layer, seconds in
      try reader.pose(of: layer.identifier, at: seconds / traced.document.duration, traced.description.view)
    }
  }

  @Test("A style sheet has a class a body that moves, and every pose", arguments: ["crates", "ragdoll"])
  func css(scene: String) throws {
    let traced = try TracedRun(scene, seconds: 4)
    let sheet = try StyleReader(traced.document.css)
    let view = traced.description.view
    try traced.expect { layer, seconds in
      let rule = try #require(sheet.rules[".motion-" + layer.identifier])
      let values = try sheet.values(of: rule["animation-name"] ?? "", at: seconds / traced.document.duration)
      let x = try #require(values["translate.x"]) + view.min.x
      let y = view.max.y - (try #require(values["translate.y"]))
      return (Vector(x, y), -(values["rotate"] ?? 0) * .pi / 180)
    }
  }

  @Test("Core Animation's code has every pose", arguments: ["crates", "ragdoll"])
  func coreAnimation(scene: String) throws {
    let traced = try TracedRun(scene, seconds: 4)
    let code = traced.document.coreAnimation
    let view = traced.description.view
    var functions: [String: [String: ReadKeys]] = [:]
    let call = /add\(\s*"([^"]+)", to: layer, \[([^\]]*)\],\s*\[([^\]]*)\],\s*\[([^\]]*)\]\)/
    for function in code.components(separatedBy: "\nfunc addMotionOf_").dropFirst() {
      let name = String(function.prefix { $0 != "(" })
      for match in function.matches(of: call) {
        let values = match.output.2.split(separator: ", ").compactMap { Double($0) }
        let times = match.output.3.split(separator: ", ").compactMap { Double($0) }
        let curves = match.output.4.matches(of: /nil|\([^)]*\)/).map { String($0.output) }
        try #require(values.count == times.count && curves.count == values.count - 1)
        var keys = ReadKeys()
        for (index, value) in values.enumerated() {
          let curve = index < curves.count ? curves[index] : "nil"
          keys.add(
            times[index], value,
            try ReadKeys.Curve(css: curve == "nil" ? "linear" : "cubic-bezier\(curve)"))
        }
        functions[name, default: [:]][String(match.output.1)] = keys
      }
    }
    try traced.expect { layer, seconds in
      let keys = try #require(functions[layer.identifier])
      let part = seconds / traced.document.duration
      let x = try #require(keys["position.x"]).value(at: part) + view.min.x
      let y = try #require(keys["position.y"]).value(at: part) + view.min.y
      return (Vector(x, y), keys["transform.rotation.z"]?.value(at: part) ?? 0)
    }
  }

  @Test("glTF has every pose, in straight lines", arguments: TracedRun.scenes)
  func gltf(scene: String) throws {
    let traced = try TracedRun(scene, seconds: 4)
    let file = try GLTFReader(traced.document.gltf())
    let nodes = try #require(file.tree["nodes"] as? [[String: Any]])
    #expect(nodes.count == traced.document.layers.count + 1)
    try traced.expect { layer, seconds in
      let node = try #require(traced.document.layers.firstIndex { $0.identifier == layer.identifier })
      let place = try file.value(node, "translation", at: seconds)
      let turn = try file.value(node, "rotation", at: seconds)
      let angle = 2 * atan2(turn[2], turn[3])
      // A quaternion says nothing of whole turns.
      let step = seconds * traced.document.frameRate - Double(layer.frames.lowerBound)
      let turns = ((layer[.angle].value(at: step) - angle) / (2 * .pi)).rounded()
      return (Vector(place[0], place[1]), angle + turns * 2 * .pi)
    }
  }

  @Test("Keys are numbers in the scene's own system, as CSV and as JSON", arguments: ["crates", "ragdoll"])
  func keys(scene: String) throws {
    let traced = try TracedRun(scene, seconds: 4)
    var read: [String: [String: ReadKeys]] = [:]
    let lines = traced.document.keysCSV.split(separator: "\n")
    #expect(lines.first == "body,channel,time,value,curve")
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      try #require(cells.count == 5)
      read[String(cells[0]), default: [:]][String(cells[1]), default: ReadKeys()].add(
        try #require(Double(cells[2])), try #require(Double(cells[3])),
        try ReadKeys.Curve(css: cells[4].isEmpty ? "linear" : cells[4]))
    }
    let bodies = try #require(try Self.object(traced.document.keysJSON)["bodies"] as? [[String: Any]])
    #expect(bodies.count == read.count)
    for body in bodies {
      let name = try #require(body["name"] as? String)
      let x = try #require(body["x"] as? [[Any]])
      let csv = try #require(read[name]?["x"])
      #expect(x.map { $0[0] as? Double } == csv.times && x.map { $0[1] as? Double } == csv.values)
    }
    try traced.expect { layer, seconds in
      let keys = try #require(read[layer.name])
      let place = Vector(
        try #require(keys["x"]).value(at: seconds), try #require(keys["y"]).value(at: seconds))
      return (place, try #require(keys["angle"]).value(at: seconds) * .pi / 180)
    }
  }

  @Test("Teleports hold: half a step before, the body is where it was; in glTF, a step before")
  func teleport() throws {
    var made = MadeRun()
    for step in 0...20 { made.add([MadeRun.body(0, x: step < 10 ? 20 : 250)]) }
    let document = try made.document()
    let duration = document.duration
    let before = 9.5 / 20
    let svg = try SVGReader(document.svg)
    #expect(try svg.pose(of: "a", at: before, document.view).place.x == 20)
    #expect(try svg.pose(of: "a", at: 10.0 / 20, document.view).place.x == 250)
    let gltf = try GLTFReader(document.gltf())
    #expect(abs(try gltf.value(1, "translation", at: 9.0 / 20 * duration)[0] - 20) < 0.01)
    #expect(abs(try gltf.value(1, "translation", at: duration / 2)[0] - 250) < 0.01)
    #expect(document.keysCSV.contains("a,x,0.15,20,step-end"))
    #expect(document.coreAnimation.contains("[20, 20, 20, 250, 250]"))
  }

  @Test("Hostile names and titles stay text in every form")
  func hostile() throws {
    let evil = "</style><script>x</script>\"*/ \\(x) \n}{'"
    var made = MadeRun()
    made.description.title = evil
    made.description.bodies[0].name = evil
    for step in 0...20 { made.add([MadeRun.body(0, x: Double(step))]) }
    let document = try made.document()
    let reader = try SVGReader(document.svg)
    #expect(!reader.elements.contains("script"))
    #expect(reader.title == evil)
    let lottie = try Self.object(document.lottie)
    #expect(lottie["nm"] as? String == evil)
    #expect((lottie["layers"] as? [[String: Any]])?.first?["nm"] as? String == evil)
    let keys = try Self.object(document.keysJSON)
    #expect((keys["bodies"] as? [[String: Any]])?.first?["name"] as? String == evil)
    let gltf = try GLTFReader(document.gltf())
    #expect((gltf.tree["nodes"] as? [[String: Any]])?[1]["name"] as? String == evil)
    // In code and style sheets names are in comments alone, of one line each, which nothing of them ends.
    let names = document.coreAnimation.split(separator: "\n").filter { $0.contains("<script") }
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.hasPrefix("// ") })
    let sheet = document.css
    #expect(sheet.components(separatedBy: "/*").count == sheet.components(separatedBy: "*/").count)
    _ = try StyleReader(sheet)
  }

  @Test("The same run gives the same bytes each time", arguments: MotionForm.allCases)
  func same(form: MotionForm) throws {
    let first = try TracedRun("newtons-cradle", seconds: 1)
    let second = try TracedRun("newtons-cradle", seconds: 1)
    #expect(try first.document.bytes(as: form, ending: "") == second.document.bytes(as: form, ending: ""))
  }
}
