/// A number of a joint that animations set: a spring's rest length or a motor's rate.
struct AnimatedNumber {
  /// What it is where no animation says otherwise.
  let model: Double
  /// What it has to be now. Setting a joint's number wakes its bodies, so it is found first and set once, if it differs.
  var shown: Double
}
