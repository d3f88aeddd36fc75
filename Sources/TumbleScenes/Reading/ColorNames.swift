import TumbleGeometry

/// The colors that have a name, as CSS has them.
enum ColorNames {
  private static let table: [(name: String, hex: String)] = [
    ("black", "#000000"), ("white", "#ffffff"), ("gray", "#808080"), ("silver", "#c0c0c0"),
    ("red", "#ff0000"), ("maroon", "#800000"), ("orange", "#ffa500"), ("gold", "#ffd700"),
    ("yellow", "#ffff00"), ("olive", "#808000"), ("lime", "#00ff00"), ("green", "#008000"),
    ("teal", "#008080"), ("cyan", "#00ffff"), ("skyblue", "#87ceeb"), ("blue", "#0000ff"),
    ("navy", "#000080"), ("purple", "#800080"), ("magenta", "#ff00ff"), ("pink", "#ffc0cb"),
    ("salmon", "#fa8072"), ("tomato", "#ff6347"), ("brown", "#a52a2a"), ("tan", "#d2b48c"),
    ("clear", "#00000000"),
  ]

  static var names: [String] { table.map(\.name) }

  static func color(_ name: String) -> Color? {
    table.first { $0.name == name }.flatMap { Color(hex: $0.hex) }
  }
}
