@testable import TumbleScenes

extension SceneReference {
  /// The chapter on variables and arithmetic.
  static var arithmetic: String {
    var text = arithmeticOpening
    text += "| function | meaning |\n| --- | --- |\n"
    for function in ArithmeticFunction.allCases {
      text += "| `\(function.rawValue)` \(function.takes.signature) | \(function.help) |\n"
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

extension ArithmeticFunction {
  /// The value that it gives, for the reference.
  var help: String {
    switch self {
    case .sin: "The sine of an angle; a plain number is in radians."
    case .cos: "The cosine of an angle; a plain number is in radians."
    case .tan: "The tangent of an angle; a plain number is in radians."
    case .asin: "The angle whose sine is x, from -1/4 to 1/4 of a turn."
    case .acos: "The angle whose cosine is x, from 0 to half a turn."
    case .atan: "The angle whose tangent is x; of two values, the direction of the point (x, y)."
    case .sqrt: "The square root; of an area it is a length."
    case .hypot: "The length of the vector (x, y)."
    case .exp: "The natural exponential, e to the power of x."
    case .log: "The natural logarithm of a number above 0."
    case .abs: "The number without its sign."
    case .sign: "The sign of a number: -1, 0 or 1."
    case .floor: "The number rounded down to a whole number of plain units."
    case .ceil: "The number rounded up to a whole number of plain units."
    case .round: "The number rounded to the nearest whole number of plain units."
    case .mod: "What is left of a division, with the divisor's sign."
    case .min: "The least of up to 100 values."
    case .max: "The greatest of up to 100 values."
    case .clamp: "The value nearest to x from `least` to `greatest`."
    case .lerp: "The value a part of the way between two: 0 is `from`, 1 is `to`."
    case .random: "A number from 0 to 1, or between two, that is the same for the same whole number."
    case .plain: "The number in plain units, without its unit."
    }
  }
}
