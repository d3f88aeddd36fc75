import TumbleFrames

@testable import TumbleScenes

// The paragraphs of the reference's sections, which editors show too, by the schema.

extension SectionName {
  /// A paragraph of the reference.
  var help: String {
    switch self {
    case .layer:
      """
      A time that animations share: their own seconds count in it, and what is paused, sped up or rewound is \
      all of them. A layer
      within another runs in that one's time. While the scene runs, commands change a layer's speed or scrub \
      it by hand.
      """
    case .animation:
      """
      Moves a property over time. `basic` goes from a value to another, `keyframe` through several, `path` \
      along a line, `spring`
      to rest at a value; `group` holds others in a time of its own. The words and their meaning are Core \
      Animation's.
      """
    case .member:
      "As `animation`, without an id, in the group's time, and cut off at its end; a group may hold groups."
    case .keyframe: "A value at a time, and the curve that leads to it."
    case .path: "Steps from point to point, in the world."
    case .pathStep: "A line, a Bézier curve or an arc."
    case .arc: "Round a center, from where the path stands."
    case .shatter:
      """
      Cuts a body that is hit into cells about random places (of Voronoi), which keep its mass and its \
      motion. Its joints go with it.
      """
    case .follow:
      """
      A damped spring by which a dynamic body follows the animations of its place and its angle: it can be \
      pushed aside, and pushes what is in its way. The world's damping does not slow it meanwhile.
      """
    case .material: "A surface by name."
    case .template: "The keys that several bodies share. What a body says itself counts more."
    case .body:
      """
      Something that is somewhere. Its surface keys (`friction`, …), filters and `material` count for all of \
      its shapes that do
      not have their own.
      """
    case .outline: "It changes nothing of the body."
    case .gradient:
      """
      What a body is filled with in place of one color, over the bounds of all of its outlines. It turns \
      with the body. It does not
      stand beside a `texture`, and no animation changes it.
      """
    case .border: "A line along the inside of each outline. No animation changes it."
    case .trail:
      """
      The trail of a body in the key `trail`: a ribbon along the way that it came, behind all bodies. It \
      is as wide as it says at the body, and tapers and fades to its end. Where a body is put elsewhere in \
      one go the ribbon is parted, and one whose body goes stays until its time is over; one of all of the \
      way goes with its body. On dark paper its light adds up with what is below. It is of the picture \
      alone, and of no effect on anything else.
      """
    case .caption:
      """
      A text in DejaVu Sans, as sharp as the view is large. It takes part in nothing else, and no animation \
      changes it.
      """
    case .scenery:
      """
      A static picture without shapes, or many alike: walls of houses, stars, tiles of a floor. It is looks \
      alone: nothing touches it, it takes no time of
      a step, and no trace, hash or recording knows of it. Only what is in sight is drawn, so that a scene \
      may have hundreds of thousands.
      """
    case .copies:
      "Makes many of one. The `at` of the scenery is where the whole stands, as with a body's `repeat`."
    case .field:
      """
      Acts on bodies without touching them, by where their centres of gravity are. `gravity` pulls towards a \
      point by
      strength / distance^falloff; `vortex` pushes around it, counter-clockwise; `spring` pulls by strength × \
      distance;
      `uniform` pushes the same way everywhere; `wind` takes bodies along at up to its velocity, by `strength` \
      per second;
      `drag` slows down by `strength` per second; `noise` pushes in directions that vary. What sleeps where a \
      field acts wakes when
      the field changes.
      """
    case .fluid:
      """
      Water, or what else bodies float in: what is of less density rises, until it displaces its own weight. A \
      vessel by its
      corners, full up to `level`.
      """
    case .emitter:
      """
      Sends out particles: sparks, smoke, rain. They are looks alone: nothing touches them, and no trace, hash \
      or recording knows of them. A
      particle keeps the place where its emitter was at its birth, and flies on by itself; so a moment shows \
      the same particles
      however it is come to. `rate`, `lifetime`, `velocity`, `scale` and `spin` can be animated and set while \
      the scene runs: what was born
      before stays as it was.
      """
    case .particle:
      """
      A value with a range is chosen for each particle: evenly, from half the range below it to half the range \
      above. A speed changes it from then
      on, per second.
      """
    case .input:
      """
      Keys that drive something while the scene runs; what a person presses reaches the world as commands, so \
      that a recording has
      it. While a scene runs, its keys go before the window's own, which stay in the menu and, with Ctrl, on \
      their keys.
      """
    case .pointer:
      """
      What the mouse drives while the scene runs: where it is, and its buttons, reach the world as commands, \
      so that a recording has
      them; a scene without this is not told. A button that is used here does not grab, select or move the \
      view while time
      runs, except with Ctrl; while time is paused it does. `pressed` and `released` of `when` know it by its \
      id.
      """
    case .drive: "What an input does, times its value of -1 to 1."
    case .control:
      """
      A slider, a switch or a choice for people, in the window's panel of controls. It sets one property or \
      several to the same value,
      and shows what the first of them is. What a person sets reaches the world as a command, so that a \
      recording has it; without a
      window `--set wind=120` sets it as the scene starts.
      """
    case .joint:
      """
      Holds two bodies together: `pin` keeps two anchors a length apart, `slide` between two lengths, `pivot` \
      together,
      `groove` on a line, `spring` pulls them to a length; `rotary-spring` pulls the difference of the angles \
      (b less a) to one,
      `rotary-limit` keeps it between two, `ratchet` lets it grow in clicks, `gear` ties the angles, `motor` \
      turns b against a.
      Four are made of several each, the others being `ID-angle`, `ID-spring`, `ID-motor` or `ID-limits`: \
      `weld` holds a point and the angle, stiffly or by a spring; `hinge` is a `pivot` that may have a \
      motor, limits and a spring; `wheel` lets b move along an axis of a, on a spring, and turn, and may have \
      a motor; `prismatic` lets b slide in a groove of a and not turn, and may have limits and a motor. They \
      are removed whole. A key drives their motors by their own ids.
      A rope that gives way is a `slide`; over a wheel, as of a pulley, goes a `rope` of links `through` points.
      With `chain` in place of `a` and `b` it joins each body of a repeater to the next: `ID-1`, `ID-2`, ….
      """
    case .motor: "What turns the second body of a hinge, or a wheel, against the first."
    case .slideMotor: "What moves the second body of a prismatic joint along the groove of the first."
    case .hingeSpring: "What turns the second body of a hinge back to an angle against the first."
    case .repeat:
      """
      Makes many bodies of one: `ID-1`, `ID-2`, … in the order given below. The body's `at` is where the \
      whole stands. `rope`, `chain`,
      `cloth` and `blob` make joints too, `ID-link-1`, `ID-link-2`, …, which come before those that the \
      scene lists.
      """
    case .grid: "From left to right, row upon row. `at` is the place of the first, at the lower left."
    case .stack: "Upwards. `at` is the place of the lowest."
    case .pyramid: "From the bottom row up, left to right. `at` is the middle of the bottom row."
    case .ring: "Counter-clockwise from the right. `at` is the middle."
    case .scatter:
      """
      At random places, drawn again from the seed each time, so always the same. `at` is the lower left of \
      the area.
      """
    case .along: "Evenly along a path, whose points are seen from `at`."
    case .rope:
      """
      Links end to end, held by pivots. `at` is its start. Without a shape of the body's own each link is a \
      round segment. Links of one
      rope do not meet each other, unless the body has a `group`.
      """
    case .chain:
      "As `rope`, with links that hang loosely in each other: each may go a little way from the next."
    case .cloth:
      """
      A net of pieces, row upon row, held to the next right and above. `at` is the place of the first, at \
      the lower left. Without a
      shape of the body's own each piece is a small disc; the pieces of one cloth do not meet each other, \
      unless the body has a `group`. Discs without a texture,
      gradient, border or caption are drawn together, as fabric, with a hole where a thread is gone; with \
      one, as a net of discs.
      """
    case .blob:
      """
      A soft round body: a ring of discs about one in the middle, which is the last, held by springs. `at` \
      is the middle. The
      pieces of one blob do not meet each other, unless the body has a `group`. They are drawn as one, as \
      those of a cloth.
      """
    case .scene:
      """
      A scene is one YAML document (JSON, being YAML, will do), in UTF-8. `tumble` is the only key it must have.
      """
    case .include:
      """
      Another file of the same format, whose materials, categories, templates, variables, bodies, joints, \
      rules, fields, fluids, emitters, scenery, layers, animations
      and graphs are as if they stood before this file's own; its view and world count where this file has \
      none, its title, note and `expect`
      never. What both name, this file's counts: so variables that it gives set those of the other. A file \
      is included once,
      however many name it.
      """
    case .included: "The content of a file that is included, so that a recording needs no other."
    case .view: "What of the world is shown, in points. The y axis points up."
    case .camera:
      """
      What moves the picture as the scene runs, in the window, in pictures, films and pages: looks alone, \
      which no body and no hash notices. `camera.offset`, `camera.zoom` and `camera.shake` can be \
      animated, and set by triggers. The paper of a scene with a camera goes on beyond the view.
      """
    case .world: "Gravity, the pace of the simulation, and how exactly it is solved."
    case .spatialHash: "A grid in which shapes are found."
    case .rule:
      """
      What holds when a shape of one body meets a shape of another. A selector is the id of a body or a \
      repeater, the
      name of a shape in it (`hero.foot`), a template (all that is spawned from it), a list of them, or \
      `anything`. The order of the two matters to `oneWay` and to `surfaceVelocity`, to nothing else. Where
      several rules fit two bodies, `ignore` goes before all else, any `oneWay` may let them pass, and of two \
      that give the
      same key the later one counts.
      """
    case .graph:
      """
      One panel of the sample graph. Channels of the whole: `energy.kinetic`, `energy.potential`, \
      `energy.total`,
      `momentum`, `contacts`, `bodies.awake`, `world.gravity.x`, `.y`; measured as it runs, `step.cost`, \
      `frame.time`,
      `frame.steps`, `time.dropped`, `graph.time`, `graph.worker`, `pictures.hits`,
      `pictures.misses`, `pictures.decodes`, `pictures.uploads`, `pictures.missing`, `pictures.bytes`, \
      `draw.calls`,
      `draw.switches`, `draw.uploads`, `draw.passes`, `draw.blended`. Channels of a body: `BODY.x`, `.y`, \
      `.angle`, `.speed`,
      `.spin`, and what an animation moves, such as `.opacity` or `.scale.x`; `.touches`, how many shapes \
      touch it, `.load`, how
      many kilograms lie on it, and `.crush`, the force that squeezes it. Of a joint: \(channels(of: .joint)).
      Of a field: \(channels(of: .field)); of a fluid: \(channels(of: .fluid)); of an emitter: \
      \(channels(of: .emitter)). Hits are marked: of the bodies that have a channel in
      the panel, or of all where it shows the whole.
      """
    case .shape:
      "An outline in the body's own coordinates, with a surface of its own where it differs from the body's."
    case .box: "A rectangle about the body's position."
    case .circle: "A disc."
    case .segment: "A straight line with round ends: walls and floors."
    case .polygon: "Any outline that does not cross itself; a concave one is split into convex pieces."
    case .line:
      "Segments from point to point that know their neighbours, so that nothing trips where they meet."
    case .trigger:
      """
      What happens when something happens. Events are looked at after each step, in the order of the file, and \
      what follows is in that
      step's result: so a run with triggers is the same each time, and neither a recording nor undo knows of \
      them. A selector is as in
      `rules`, or the name of a template: all that is spawned from it. Bodies touch once, however many of \
      their shapes do.
      """
    case .region: "A part of the world: a box, a circle or a polygon about a place."
    case .action:
      """
      What a trigger does. `it` and `other` stand for the bodies of its event. What cannot be done, for a body \
      that is gone say, is
      left out, and told once.
      """
    case .expectation:
      """
      What a run of the scene must show. `tumble test` runs the scene and reports each expectation that is not \
      met, with what was seen,
      when, and the line that asks for it. Nothing else depends on it: not the simulation, its hash, or a \
      replay. Times are world times and
      mean the nearest step, ends included. What holds or does not (`value` to `gone`) is looked at after \
      every step: `at` one time, `by` a
      time (after one step at least), or in all steps `from` … `to`; without any of these always. What happens \
      (`began` to `end`) is counted as in `when`,
      up to `by`. A run goes on to the latest `at`, `by` or `to`, or 10 s if there is none. Expectations of an \
      included file count only where it
      is run itself.
      """
    }
  }

  private func channels(of kind: SceneObject.Kind) -> String {
    Format.words(kind.rawValue.uppercased(), Channel.Number.all(of: kind).map(\.name))
  }
}
