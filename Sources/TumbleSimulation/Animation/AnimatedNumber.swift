/// A number that animations set: a field's strength, a fluid's level.
struct AnimatedNumber {
  /// What it is where no animation says otherwise.
  let model: Double
  /// What it has to be now. Setting it wakes bodies, so it is found first and set once, if it differs.
  var shown: Double
}
