/// Numbers and texts as they stand in the file, in lists or not.
indirect enum RawValue {
  case scalar(text: String, isQuoted: Bool)
  case list([Element])

  struct Element {
    var value: RawValue
    var place: Located.Place
  }
}
