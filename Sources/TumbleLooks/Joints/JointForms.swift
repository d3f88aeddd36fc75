import Foundation
import TumbleFrames
import TumbleGeometry

/// A sprite that a joint is drawn with.
package enum JointPart: Sendable {
  /// Stretched from one end to the other, along the curve of a rope that hangs.
  case link(JointLink)
  case dot(JointDot)
}

package struct JointLink: Sendable {
  /// One, or coils by rising length.
  package var forms: [SpriteForm]
  package var color: Color
  /// Is true if its first body's color takes the place of `color`, where that has one and the joint has none.
  package var isThread = false
}

package struct JointDot: Sendable {
  package var form: SpriteForm
  /// Is true at the first body's end, false at the second's.
  package var isAtA = false
  /// The body that it turns with; nil: none.
  package var turned: BodyID?
  /// The angle beyond that body's, in radians.
  package var angle = 0.0
}

/// The sprites that joints are drawn with, of a constant size on the screen.
package struct JointForms {
  private let theme: Theme
  /// The width of a fine line, in points.
  private let pixel: Double

  /// The lengths of coils, in widths, each so much longer than the one before: what is between two is
  /// stretched a little.
  private static let (shortest, growth, count) = (1.0, 1.25, 17)

  package init(_ theme: Theme, pixel: Double) { (self.theme, self.pixel) = (theme, pixel) }

  /// The groove itself, which is behind all bodies, and what is at both ends of it.
  package var slot: SpriteForm { .line(width: 5 * pixel) }
  package var hub: SpriteForm { disc(4.2, theme.rod) }

  private func disc(_ radius: Double, _ color: Color) -> SpriteForm {
    .outline(.circle(center: .zero, radius: radius * pixel), color)
  }

  /// Returns what a joint is drawn with, the lowest first.
  package func parts(of joint: JointDescription, _ look: JointLook) -> [JointPart] {
    let (rod, cog) = (SpriteForm.line(width: 4 * pixel), SpriteForm.cog(radius: 8 * pixel))
    let pivot = disc(3.2, theme.pivot)
    func pinned(_ forms: [SpriteForm], _ color: Color) -> [JointPart] {
      [
        .link(JointLink(forms: forms, color: joint.color ?? color)), .dot(JointDot(form: pivot, isAtA: true)),
        .dot(JointDot(form: pivot)),
      ]
    }
    switch look {
    case .rod: return pinned([rod], theme.rod)
    case .rope: return pinned([.line(width: 2.5 * pixel)], theme.rope)
    case .coil:
      let coils = (0..<Self.count).map { index in
        SpriteForm.coil(width: 13 * pixel, lengths: Self.shortest * pow(Self.growth, Double(index)))
      }
      return pinned(coils, theme.spring)
    case .thread: return [.link(JointLink(forms: [rod], color: joint.color ?? theme.rope, isThread: true))]
    case .hub: return [.dot(JointDot(form: hub))]
    case .groove:
      guard let track = joint.track else { return [.dot(JointDot(form: hub))] }
      let size = Size(14 * pixel, 9 * pixel)
      let piston = SpriteForm.outline(.rect(Rect(center: .zero, size: size), radius: pixel), theme.rod)
      return [
        .dot(JointDot(form: piston, turned: joint.a, angle: (track.to - track.from).angle)),
        .dot(JointDot(form: pivot)),
      ]
    case .cog: return [.dot(JointDot(form: cog, turned: joint.b))]
    case .cogs:
      return [
        .dot(JointDot(form: cog, isAtA: true, turned: joint.a)), .dot(JointDot(form: cog, turned: joint.b)),
      ]
    case .none: return []
    }
  }

  /// Returns the index of the coil for a length in widths.
  package static func coil(ofLengths lengths: Double) -> Int {
    let steps = (log2(max(lengths, shortest) / shortest) / log2(growth)).rounded()
    return min(Int(min(steps, Double(count))), count - 1)
  }
}
