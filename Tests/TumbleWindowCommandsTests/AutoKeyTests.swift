import Testing
import TumbleAnimation
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands

@Suite("Keys of what is dragged and set, and diamonds")
struct AutoKeyTests {
  @Test(
    "With auto key scaling makes keys of how large a body is drawn and of its place, and its outlines stay",
    arguments: [true, false])
  func scale(isInPast: Bool) throws {
    let hand = try AnimatorBench()
    let session = hand.session
    hand.bench.click(Vector(95, 35))
    if isInPast { session.view(step: 30) }
    try hand.act(.animator(.setAutoKey(true)))
    let start = hand.start
    let body = try #require(hand.session.frame.current["box"])
    // The handle of the upper right corner: twice as large, from the lower left one.
    try hand.drag(body.position + Vector(25, 25), body.position + Vector(65, 65))
    let animations = hand.start.animations
    #expect(animations.map(\.target) == [.init("box", .scale), .init("box", .position)])
    let time = isInPast ? 0.25 : 0.5
    #expect(animations.map { $0.keys?.map(\.time) } == [[time], [time]])
    let scale = try #require(animations.first?.keys?.first?.value.vector)
    #expect(scale.distance(to: Vector(2, 2)) < 1e-4)
    let place = try #require(animations.last?.keys?.first?.value.vector)
    #expect(place.distance(to: body.position + Vector(20, 20)) < 1e-3)
    #expect(hand.start.bodies == start.bodies)
    #expect(session.frame.current["box"]?.appearance.scale == scale)
    #expect(session.viewStep == (isInPast ? 30 : nil))
    #expect(session.undoName == "scale box")
    try hand.undo()
    #expect(hand.start == start)
    #expect(!session.canUndo)
  }

  @Test("With auto key turning a body by its handle makes a key of its angle, in the past too")
  func turn() throws {
    let hand = try AnimatorBench()
    hand.bench.click(Vector(95, 35))
    hand.session.view(step: 30)
    try hand.act(.animator(.setAutoKey(true)))
    let body = try #require(hand.session.frame.current["box"])
    try hand.drag(body.position + Vector(0, 45), body.position + Vector(45, 0))
    let angles = hand.start.animations.filter { $0.target?.property == .angle }
    #expect(angles.map { $0.keys?.map(\.time) } == [[0.25]])
    #expect(abs((angles.first?.keys?.first?.value.number ?? 9) - body.angle + .pi / 2) < 1e-6)
    #expect(hand.session.undoName == "turn box")
    try hand.undo()
    #expect(hand.start.animations.isEmpty)
  }

  @Test("With auto key another color is a key, and the body's own color stays")
  func color() throws {
    let hand = try AnimatorBench()
    hand.bench.click(Vector(300, 40))
    hand.session.view(step: 30)
    try hand.act(.animator(.setAutoKey(true)))
    let red = Color(red: 1, green: 0, blue: 0)
    try hand.set("body.color", .color(red))
    let animation = try #require(hand.start.animations.first)
    #expect(animation.target == AnimationTarget("ball", .color))
    #expect(animation.keys == [Keyframe(at: 0.25, .color(red))])
    #expect(hand.start.bodies.first { $0.id == "ball" }?.appearance.color == nil)
    #expect(hand.session.frame.current["ball"]?.appearance.color == red)
    #expect(try hand.row("body.color").keying == .key)
  }

  // MARK: The world and its camera

  @Test("Gravity has a diamond in the world's panel, and with auto key what is set there is a key")
  func gravity() throws {
    let hand = try AnimatorBench()
    #expect(try hand.row("world.gravity").keying == PropertyRow.Keying.none)
    #expect(try hand.row("world.damping").keying == nil)
    _ = try hand.row("world.gravity")
    try hand.act(.setKey(path: "world.gravity", true))
    #expect(hand.start.animations.map(\.target) == [AnimationTarget("world", .gravity)])
    #expect(try hand.row("world.gravity").keying == .key)
    let before = hand.start.world.gravity
    hand.session.view(step: 12)
    #expect(try hand.row("world.gravity").keying == .moved)
    try hand.act(.animator(.setAutoKey(true)))
    try hand.set("world.gravity", .component(0, -200))
    let keys = try #require(hand.start.animations.first?.keys)
    #expect(keys.map(\.time) == [0.1, 0.5])
    #expect(keys[0].value == .vector(Vector(-200, before.y)))
    #expect(hand.start.world.gravity == before)
    #expect(hand.session.viewStep == 12)
  }

  @Test("The camera is animated by a card and by diamonds, and a scene without one gets it, in one undo")
  func camera() throws {
    let hand = try AnimatorBench()
    let start = hand.start
    try #require(start.camera == nil)
    hand.animator.openCard(.camera, .zoom)
    let state = hand.animator.card?.state()
    #expect(state?.title == "Animate camera")
    #expect(hand.start == start, "nothing is made before it is taken")
    try hand.act(.animator(.takeCard))
    #expect(hand.start.camera == Scene.Camera())
    #expect(hand.start.animations.map(\.target) == [AnimationTarget("camera", .zoom)])
    #expect(try hand.row("camera.zoom").keying == .key, "it begins now")
    try hand.undo()
    #expect(hand.start == start)
    try hand.act(.animator(.setAutoKey(true)))
    try hand.set("camera.offset", .component(1, 40))
    #expect(hand.start.animations.first?.keys == [Keyframe(at: 0.5, .vector(Vector(0, 40)))])
    #expect(hand.start.camera == Scene.Camera())
    let read = try Scene(text: SceneWriter().text(hand.start))
    #expect(read.animations == hand.start.animations)
    // A diamond takes the value that its keys have at that time.
    hand.session.view(step: 20)
    try hand.act(.setKey(path: "camera.offset", true))
    #expect(hand.start.animations.first?.keys?.map(\.value.vector?.y) == [40, 40])
  }

  // MARK: Layers and groups

  private static let dance = """
    layers:
      - {id: slow, speed: 0.5}
    animations:
      - id: late
        of: ball.opacity
        layer: slow
        type: keyframe
        keyframes: [{at: 0.125, to: 1}, {at: 1, to: 0}]
      - id: dance
        type: group
        duration: 9 s
        animations:
          - {of: box.position.x, type: keyframe, keyframes: [{at: 0.25, to: 100}, {at: 1, to: 200}]}
          - {of: box.angle, type: keyframe, keyframes: [{at: 0.25, to: 0}, {at: 1, to: 3}]}

    """

  @Test("Diamonds and auto key know the keys of layers and of groups, and add to those")
  func layersAndGroups() throws {
    let hand = try AnimatorBench(Self.dance)
    let (session, start) = (hand.session, hand.start)
    hand.bench.click(Vector(300, 40))
    #expect(try hand.row("body.opacity").keying == .moved)
    session.view(step: 30)
    #expect(try hand.row("body.opacity").keying == .key, "0.125 s of the layer are 0.25 s of the world")
    session.view(step: 48)
    try hand.act(.setKey(path: "body.opacity", true))
    #expect(hand.start.animations.count == 2, "none is added beside")
    #expect(hand.keys("late")?.map(\.time) == [0.25, 0.4, 2])
    try hand.act(.setKey(path: "body.opacity", false))
    #expect(hand.keys("late")?.map(\.time) == [0.25, 2])
    session.view(step: nil)
    try hand.undo()
    try hand.undo()
    #expect(hand.start == start)

    hand.bench.click(try #require(session.world.snapshot["box"]?.position))
    try hand.act(.animator(.setAutoKey(true)))
    #expect(try hand.row("body.angle").keying == .moved)
    try hand.set("body.angle", .number(90))
    #expect(hand.start.animations.count == 2)
    #expect(hand.keys("dance[1]")?.map(\.time) == [0.25, 0.5, 1])
    #expect(abs((hand.keys("dance[1]")?[1].value.number ?? 0) - .pi / 2) < 1e-9)
    #expect(try hand.row("body.angle").keying == .key)
    // A drag goes into the numbers of the place that are animated; the other one gets keys of its own.
    let place = try #require(session.world.snapshot["box"]?.position)
    try hand.drag(place, place + Vector(30, 60))
    #expect(hand.keys("dance[0]")?.map(\.time) == [0.25, 0.5, 1])
    #expect(hand.start.animations.map(\.id) == ["late", "dance", "box-positiony"])
  }

  @Test("Keys of several members of a group that are taken away at once are the right ones")
  func membersThatGo() throws {
    let hand = try AnimatorBench(
      """
      animations:
        - id: dance
          type: group
          duration: 9 s
          animations:
            - {of: box.opacity, type: keyframe, keyframes: [{at: 0.25, to: 0.5}]}
            - {of: ball.opacity, type: keyframe, keyframes: [{at: 0.25, to: 0.5}]}
            - {of: ball.glow, type: keyframe, keyframes: [{at: 0.25, to: 0}, {at: 1, to: 1}]}

      """)
    hand.bench.perform(.selectAll)
    hand.session.view(step: 30)
    _ = try hand.row("body.opacity")
    try hand.act(.setKey(path: "body.opacity", false))
    guard case .group(let members)? = hand.start.animations.first?.definition.content else {
      return #expect(Bool(false), "the group is gone")
    }
    #expect(members.map(\.target) == [AnimationTarget("ball", .glow)])
  }

  // MARK: Following

  @Test("A body is made to follow in the inspector, from the start on, in the past too, and freed again")
  func follow() throws {
    let hand = try AnimatorBench(
      """
      animations:
        - {id: sway, of: box.position, type: keyframe, keyframes: [{at: 0, to: [100, 40]}, {at: 1, to: [150, 90]}]}

      """)
    let (session, start) = (hand.session, hand.start)
    hand.bench.click(try #require(session.world.snapshot["box"]?.position))
    session.view(step: 30)
    let before = try #require(session.frame.current["box"]?.position)
    try hand.set("body.follow.frequency", .text("4"))
    func follow() -> Scene.Follow? { hand.start.bodies.first { $0.id == "box" }?.follow }
    #expect(follow() == Scene.Follow(frequency: 4))
    #expect(session.log.allSatisfy { $0.step == 0 })
    #expect(session.viewStep == 30)
    #expect(session.frame.current["box"]?.position != before, "the past is run again with it")
    #expect(session.undoName == "follow frequency of box")
    try hand.set("body.follow.maxForce", .text("90000"))
    #expect(follow()?.maxForce == 90000)
    let read = try Scene(text: SceneWriter().text(hand.start))
    #expect(read.bodies == hand.start.bodies)
    try hand.set("body.follow.frequency", .number(31))
    #expect(try hand.row("body.follow.frequency").refusal?.contains("a quarter") == true)
    #expect(follow()?.frequency == 4)
    try hand.set("body.follow.frequency", .typed(""))
    #expect(follow() == nil)
    while session.canUndo { try hand.undo() }
    #expect(hand.start == start)
  }
}
