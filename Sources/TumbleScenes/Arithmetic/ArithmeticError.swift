/// What is wrong with arithmetic, and where in its text.
struct ArithmeticError: Error {
  var message: String
  var hint: String?
  /// In Unicode scalars of the text.
  var range: Range<Int>
  /// Whether a number is followed by a word that is no unit, and nothing else: then the key says which units it takes.
  var isUnit = false
}
