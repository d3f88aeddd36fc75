import Testing
import TumbleFrames

@Suite("Channels")
struct ChannelTests {
  private static let all: [Channel] =
    Channel.common.compactMap { name in
      Channel.Quantity(name) { _ in nil }.map { Channel(name: name, quantity: $0) }
    }
    + Channel.Number.all(of: .body).map {
      Channel(name: "crate." + $0.name, quantity: .object(.body(0), $0))
    }
    + Channel.Number.all(of: .joint).map {
      Channel(name: "rope." + $0.name, quantity: .object(.joint(0), $0))
    }

  @Test("Channels have names of their own, in the letters that a scene file can write")
  func names() {
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    for channel in Self.all {
      #expect(channel.name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == ".") }, "\(channel.name)")
    }
  }

  @Test("Channels are given in the units of what they count")
  func units() {
    for channel in Self.all {
      let expected =
        switch channel.name {
        case let name where name.hasPrefix("energy."): "kg·pt²/s²"
        case "momentum", "rope.impulse": "kg·pt/s"
        case "world.gravity.x", "world.gravity.y": "pt/s²"
        case "crate.x", "crate.y", "crate.size.x", "crate.size.y", "rope.length", "rope.restLength": "pt"
        case "crate.angle": "rad"
        case "crate.spin", "rope.rate": "rad/s"
        case "crate.speed", "crate.velocity.x", "crate.velocity.y": "pt/s"
        case "crate.surfaceVelocity.x", "crate.surfaceVelocity.y": "pt/s"
        case "step.cost", "frame.time", "time.dropped", "graph.time", "graph.worker": "s"
        case "pictures.bytes": "B"
        case "draw.blended": "px"
        case "crate.load": "kg"
        case "crate.crush", "rope.force", "rope.maxForce": "kg·pt/s²"
        case let name where name.hasPrefix("rope.anchor"): "pt"
        default: ""
        }
      #expect(channel.unit == expected, "\(channel.name)")
    }
  }

  @Test("Channels are the same each run, but for those of the loop, which are measured")
  func simulated() {
    for channel in Self.all {
      if case .loop = channel.quantity {
        #expect(!channel.isSimulated)
      } else {
        #expect(channel.isSimulated)
      }
    }
  }
}
