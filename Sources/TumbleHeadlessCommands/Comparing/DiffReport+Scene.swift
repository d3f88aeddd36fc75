import TumbleScenes

extension DiffReport {
  init(_ comparison: SceneComparison, _ titles: [String], limit: Int) {
    guard !comparison.isEmpty else {
      self.init(isEqual: true, ["\(titles[0]) and \(titles[1]) are the same scene"])
      return
    }
    self.init(isEqual: false)
    add("\(titles[0]) and \(titles[1]) differ:", comparison.differences.map(\.description), limit: limit)
  }
}
