/// Numbers and texts as they stand in the file, in lists or not.
indirect enum RawValue: Sendable {
  case scalar(text: String, isQuoted: Bool)
  case list([Element])

  struct Element: Sendable {
    var value: RawValue
    var place: SourcePlace
  }
}
