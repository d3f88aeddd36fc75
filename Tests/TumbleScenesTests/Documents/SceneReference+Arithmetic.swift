@testable import TumbleScenes

extension SceneReference {
  /// The chapter on variables and arithmetic.
  static var arithmetic: String {
    var text = arithmeticOpening
    text += "| function | meaning |\n| --- | --- |\n"
    for function in ArithmeticFunction.allCases {
      text += "| `\(function.rawValue)` \(function.signature) | \(function.help) |\n"
    }
    return text + arithmeticRest
  }

  /// A whole scene.
  static let arithmeticExample = """
    tumble: 1
    title: A gate of any width
    variables:
      width: 120             # a plain number: points where a length is asked for
      lift: 1.5 * width
      slow: 400 ms
      posts: max(2, floor(width / 40))
    bodies:
      - id: post
        kind: static
        at: [150 - width / 2, 20]
        box: [8, 40]
        repeat: {grid: {columns: posts, spacing: [width / (posts - 1), 0]}}
      - {id: bar, kind: kinematic, at: [150, 44], box: [width + 8, 8]}
    animations:
      - {id: open, of: bar.position.y, type: basic, by: lift, duration: 5 * slow, timing: ease-out}
    """

  private static let arithmeticOpening = """

    ### Variables and arithmetic

    `variables` gives numbers names; wherever a number may stand, arithmetic may stand too.

    ```yaml
    \(arithmeticExample)
    ```

    There are `+ - * / ^`, brackets, `pi` and the functions below; `^` goes before signs and from the right. In `[…]` and `{…}` YAML
    takes commas for itself: put functions of several values in quotes there, `"min(a, b)"`. Variables may name each other in any
    order, but not in a circle. Their names start with a letter and go on with letters, digits and `_`; there are \(Reading.maxVariables) at most.

    Units follow numbers and are checked: `3 m / 2 s` is a speed, `3 m + 2 s` an error. A plain number fits anywhere, in the plain
    unit. Radians come and go as in formulas: `2 * pi / 3 s` is a spin, a spin times a length a speed. `plain(x)` takes the unit
    away. `pointsPerMeter`, which measures all others, is a plain number itself.

    `--set NAME=VALUE` gives a variable another value, on every program that takes a scene: `tumble run gate --set width=200`. A
    recording keeps the values. Saving an edited scene keeps variables and arithmetic but where a number itself was changed.


    """

  private static let arithmeticRest = """

    Everything is worked out by additions, multiplications, divisions and square roots, sine and cosine too, so that it has the same
    bits everywhere; only `asin`, `acos`, `atan`, `exp`, `log` and powers that are not whole numbers are the C library's, whose last
    bit may differ between processors.

    """
}
