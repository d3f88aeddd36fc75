import Testing
import TumbleAnimation

@Suite("Changes of properties, by a table")
struct PropertyStoreTableTests {
  private typealias Store = PropertyStore<String, Double>

  @Test("What is seen after any changes, in any transactions and with any actions, is what the book tells")
  func table() throws {
    var store = Store()
    var script: String?
    for row in try Table("transactions").rows {
      if row["script"] != script {
        store = Store()
        script = row["script"]
      }
      let time = row.number("time")
      if row["do"] == "set" {
        setActions(&store, row)
        let outer = try transaction(row["outer"])
        let inner = try transaction(row["inner"])
        let set = { (store: inout Store) in store.set("x", of: "ball", to: row.number("value"), at: time) }
        let within = { (store: inout Store) in
          if let inner { store.transaction(inner, set) } else { set(&store) }
        }
        if let outer { store.transaction(outer, within) } else { within(&store) }
      }
      #expect(store.model("x", of: "ball") == row.number("model"))
      let seen = store.presentation("x", of: "ball", at: time) ?? .nan
      #expect((seen - row.number("presentation")).magnitude < 1e-10, "\(row)")
      let velocity = store.velocity("x", of: "ball", at: time)
      #expect(store.isAnimating("x", of: "ball", at: time) == (row["velocity"] != "none"), "\(row)")
      #expect((velocity == nil) == (row["velocity"] == "none"), "\(row)")
      if let velocity {
        #expect((velocity - row.number("velocity")).magnitude < 1e-7 * (1 + velocity.magnitude), "\(row)")
      }
    }
  }

  private func setActions(_ store: inout Store, _ row: [String: String]) {
    store.actions = PropertyActions()
    store.actions.styleNames["ball"] = "bouncy"
    if let action = action(row["object"]) { store.actions.objects["ball"] = { $0 == "x" ? action : nil } }
    store.actions.properties[ObjectProperty("ball", "x")] = action(row["property"])
    store.actions.styles["bouncy"] = action(row["style"]).map { ["x": $0] }
    store.actions.defaults["x"] = action(row["default"])
    // What must not be asked.
    store.actions.objects["cube"] = { _ in .immediate }
    store.actions.properties[ObjectProperty("ball", "y")] = .immediate
    store.actions.styles["stiff"] = ["x": .immediate]
    store.actions.defaults["y"] = .immediate
  }

  /// A duration, a curve and whether actions are disabled.
  private func transaction(_ text: String?) throws -> Transaction? {
    guard let text, !text.isEmpty else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return Transaction(
      duration: Double(parts[0]),
      timingFunction: parts[1] == "" ? nil : try TimingFunction(parsing: parts[1]),
      disablesActions: parts[2] == "" ? nil : parts[2] == "yes")
  }

  private func action(_ text: String?) -> PropertyAction<Double>? {
    let words = text?.split(separator: " ").map(String.init) ?? []
    let numbers = words.dropFirst().compactMap(Double.init)
    switch words.first {
    case "now": return .immediate
    case "timed": return .whenTimed
    case "basic":
      return .basic(
        duration: numbers.first,
        timingFunction: words.count > 2 ? try? TimingFunction(parsing: words[2]) : nil)
    case "spring":
      return try? .spring(
        Spring(response: numbers[0], dampingRatio: numbers[1], initialVelocity: numbers[2]))
    default: return nil
    }
  }
}
