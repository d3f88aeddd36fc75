import TumbleFrames
import TumbleGeometry
import TumblePhysics

/// Reads the numbers of channels from a world, step after step, without a heap allocation.
public struct ChannelReader: Sendable {
  public let channels: [Channel]

  public init(_ channels: [Channel]) { self.channels = channels }

  /// Writes a value a channel. NaN where there is none: of a body that has gone, or a number of the loop, which stays as
  /// it is in `values` if that has room for it.
  public func read(_ world: World, into values: inout [Double]) {
    if values.count != channels.count {
      values = Array(repeating: .nan, count: channels.count)
    }
    var energy: (kinetic: Double, potential: Double)?
    for i in channels.indices {
      switch channels[i].quantity {
      case .world(let quantity):
        switch quantity {
        case .kineticEnergy, .potentialEnergy, .totalEnergy:
          let sums = energy ?? world.energy
          energy = sums
          values[i] =
            quantity == .kineticEnergy
            ? sums.kinetic : quantity == .potentialEnergy ? sums.potential : sums.kinetic + sums.potential
        case .momentum: values[i] = world.momentum.length
        case .bodiesAwake: values[i] = Double(world.bodiesAwake)
        case .contacts: values[i] = Double(world.touchingPairs)
        }
      case .object(let object, let number): values[i] = world.value(of: number, object)
      case .loop: break
      }
    }
  }
}
