/// Numbers and texts as they stand in the file, in lists or not.
indirect enum RawValue {
  case scalar(text: String, isQuoted: Bool)
  case list([(value: RawValue, place: Checked.Place)])
}
