import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleTestSupport
import TumbleTrace

@Suite("A trace")
struct TraceWriterTests {
  private let description = WorldDescription(
    name: "two", view: Rect(size: Size(300, 300)),
    bodies: [
      BodyDescription(name: "floor", kind: .static, outlines: []),
      BodyDescription(name: "crate1", kind: .dynamic, outlines: []),
      BodyDescription(name: "lift", kind: .kinematic, outlines: []),
    ])

  private func snapshot(step: Int = 60) -> FrameSnapshot {
    FrameSnapshot(
      step: step, rate: 120,
      bodies: [
        BodySnapshot(id: 0, position: .zero, angle: 0),
        BodySnapshot(
          id: 1, position: Vector(1.5, 100), angle: -0.0, velocity: Vector(0.1, -1e-7),
          angularVelocity: 1e21,
          isSleeping: true,
          appearance: Appearance(opacity: 0.5, scale: Vector(2, 3), color: Color(hex: "#ff8000"))),
        BodySnapshot(id: 2, position: Vector(0x1p53, .leastNonzeroMagnitude), angle: .pi),
      ])
  }

  private func text(_ writer: TraceWriter) -> String {
    var bytes = writer.head
    writer.append(snapshot(), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A trace in CSV has a head and a line a body in file order, static ones left out")
  func csv() {
    #expect(
      text(TraceWriter(format: .csv, description: description)) == """
        step,time,body,x,y,angle,vx,vy,w
        60,0.5,crate1,1.5,100,-0.0,0.1,-1e-07,1e+21
        60,0.5,lift,9007199254740992.0,5e-324,3.141592653589793,0,0,0

        """)
  }

  @Test("A trace in JSON Lines has the same columns as keys")
  func jsonl() throws {
    let lines = text(TraceWriter(format: .jsonl, description: description)).split(separator: "\n")
    #expect(
      lines[0]
        == #"{"step":60,"time":0.5,"body":"crate1","x":1.5,"y":100,"angle":-0.0,"vx":0.1,"vy":-1e-07,"w":1e+21}"#
    )
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  private func columns(_ names: String...) -> [TraceColumn] { names.compactMap { TraceColumn(common: $0) } }

  @Test("A trace has further columns only on request, appended in the order asked for")
  func columns() {
    let all = columns("sleeping", "opacity", "scaleX", "scaleY", "color", "touches", "load", "crush")
    #expect(
      text(TraceWriter(format: .csv, description: description, extraColumns: all)).split(separator: "\n")
        .prefix(2) == [
          "step,time,body,x,y,angle,vx,vy,w,sleeping,opacity,scaleX,scaleY,color,touches,load,crush",
          "60,0.5,crate1,1.5,100,-0.0,0.1,-1e-07,1e+21,1,0.5,2,3,#ff8000,,,",
        ])
    let json = text(
      TraceWriter(format: .jsonl, description: description, extraColumns: columns("color", "sleeping")))
    #expect(json.contains(##","color":"#ff8000","sleeping":1}"##))
    #expect(json.contains(#","color":null,"sleeping":0}"#))
    var measured: [UInt8] = []
    TraceWriter(format: .csv, description: description, extraColumns: columns("crush", "load"))
      .append(snapshot(), to: &measured) { quantity, body in
        quantity == .body(.load) ? Double(body.number) : .nan
      }
    #expect(String(decoding: measured, as: UTF8.self).split(separator: "\n")[0].hasSuffix(",,1"))
  }

  @Test(
    "A trace has channels of the whole in every row of a step, and of each body its own",
    arguments: TraceWriter.Format.allCases)
  func channels(format: TraceWriter.Format) throws {
    #expect(TraceColumn.common.allSatisfy { TraceColumn(common: $0)?.name == $0 })
    #expect(TraceColumn.common.count == Set(TraceColumn.common).count && TraceColumn(common: "size") == nil)
    let writer = TraceWriter(
      format: format, description: description,
      extraColumns: columns("energy.kinetic", "speed", "momentum"))
    var bytes: [UInt8] = []
    writer.append(snapshot(), to: &bytes, values: [2.5, .nan, .nan]) { quantity, body in
      quantity == .body(.speed) ? Double(body.number) : .nan
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.map { $0.suffix(format == .csv ? 6 : 50) }
        == (format == .csv
          ? ["2.5,1,", "2.5,2,"]
          : [
            #""w":1e+21,"energy.kinetic":2.5,"speed":1,"momentum":null}"#,
            #""w":0,"energy.kinetic":2.5,"speed":2,"momentum":null}"#,
          ]
          .map { $0.suffix(50) }))
  }

  @Test("A trace has the rows of some bodies only, those that come later included")
  func someBodies() {
    var writer = TraceWriter(format: .csv, description: description, isIncluded: [true, false])
    #expect(text(writer).split(separator: "\n").map { $0.split(separator: ",")[2] } == ["body", "lift"])
    writer.update(description, isIncluded: [true, true, false])
    #expect(text(writer).split(separator: "\n").map { $0.split(separator: ",")[2] } == ["body", "crate1"])
  }

  @Test(
    "A trace gives every number in a form that reads back to the same bits",
    arguments: Seeds.list(default: 20))
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var numbers: [Double] = [0, -0.0, 1, -1, 1e15, 1e16, 0x1p53, 0x1p53 - 1, .leastNonzeroMagnitude]
    while numbers.count < 300 {
      let number = Double(bitPattern: generator.next())
      if number.isFinite { numbers.append(number) }
    }
    for number in numbers {
      var frame = snapshot()
      frame.bodies[1].position.x = number
      var bytes: [UInt8] = []
      TraceWriter(format: .csv, description: description).append(frame, to: &bytes)
      let field = String(decoding: bytes, as: UTF8.self).split(separator: ",")[3]
      #expect(Double(field)?.bitPattern == number.bitPattern, "\(number)")
      #expect(field.utf8.count <= number.description.utf8.count)
    }
  }

  @Test("A trace quotes a name where the format needs it")
  func names() throws {
    let odd = "a\"b,c\n\u{1}\u{2028}d"
    let description = WorldDescription(
      name: "odd", view: Rect(size: Size(1, 1)),
      bodies: [BodyDescription(name: odd, kind: .dynamic, outlines: [])])
    let frame = FrameSnapshot(step: 0, rate: 1, bodies: [BodySnapshot(id: 0, position: .zero, angle: 0)])
    var csv: [UInt8] = []
    TraceWriter(format: .csv, description: description).append(frame, to: &csv)
    #expect(String(decoding: csv, as: UTF8.self) == "0,0,\"a\"\"b,c\n\u{1}\u{2028}d\",0,0,0,0,0,0\n")
    var json: [UInt8] = []
    TraceWriter(format: .jsonl, description: description).append(frame, to: &json)
    let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    #expect(object?["body"] as? String == odd)
  }

  @Test("A trace of no bodies, or of one that the description does not have, has no lines")
  func nobody() {
    let empty = WorldDescription(name: "none", view: Rect(size: Size(1, 1)))
    var bytes: [UInt8] = []
    TraceWriter(format: .jsonl, description: empty).append(snapshot(), to: &bytes)
    #expect(bytes.isEmpty)
  }
}
