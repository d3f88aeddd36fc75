/// A spring so stiff that it throws its light bodies out of the world within the first steps.
enum BurstingScene {
  static let text = """
    tumble: 1
    bodies:
      - {id: a, box: [10, 10], mass: 0.001}
      - {id: b, at: [50, 0], box: [10, 10], mass: 0.001}
    joints:
      - {id: s, type: spring, a: a, b: b, restLength: 10, stiffness: 1000000, damping: 0}
    """
}
