import TumbleGeometry
@testable import TumbleScenes

// What a scene can name to be looked at: pictures and colors, shown in the reference.

extension SceneReference {
  /// Tumble's own pictures, each in `assets/` with the drawing that it was made from.
  static let textures: [(name: String, what: String)] = [
    ("ball", "a beach ball"), ("billiard", "a billiard ball"),
    ("billiard-8", "a billiard ball with a number, `billiard-1` to `billiard-15`"),
    ("brass", "a disc of brass"), ("brick", "bricks; `fit: tile`"), ("cannonball", "a ball of iron"),
    ("card", "the back of a playing card"),
    ("card-hearts", "an ace; so are `card-spades`, `card-diamonds` and `card-clubs`"),
    ("chest", "a chest with iron straps"), ("cloth", "woven cloth; `fit: tile`"),
    ("cloud", "a cloud in fair weather"), ("crate", "a wooden crate"), ("domino", "a domino"),
    ("door", "a door"), ("earth", "a blue planet"), ("glass", "a pane of glass"),
    ("glassball", "a ball of glass"), ("grass", "earth under turf; `fit: tile` for a strip"),
    ("ice", "ice; `fit: tile`"), ("leaf", "a leaf"), ("leather", "stitched leather"),
    ("marble", "white marble"), ("metal", "brushed metal"), ("moon", "the moon"),
    ("planet", "a planet of gas"), ("plank", "a plank"), ("rock", "dark rock; `fit: tile`"),
    ("rubber", "rubber with a tread; `fit: tile`"), ("sand", "sand; `fit: tile`"),
    ("ship", "a spaceship"), ("steel", "riveted steel"), ("steelball", "a ball of steel"),
    ("stone", "a stone"), ("tank", "a tank from above"), ("wheel", "a wheel"),
  ]

  /// The pictures for which one of `textures` stands, all drawn from one template.
  static let series = [
    "billiard-8": (1...15).map { "billiard-\($0)" },
    "card-hearts": ["clubs", "diamonds", "hearts", "spades"].map { "card-\($0)" },
  ]

  static var looks: String {
    var text = """

      ### Pictures and colors

      The pictures that `texture` can name without a file beside the scene. A picture beside the scene comes first.

      | | name | what it is |
      | --- | --- | --- |

      """
    for (name, what) in textures {
      text += "| <img src=\"../assets/\(name).png\" width=\"48\" alt=\"\"> | `\(name)` | \(what) |\n"
    }
    text += """

      Colors with a name; `clear` is nothing at all.

      ![\(ColorNames.names.joined(separator: ", "))](colors.svg)

      """
    return text
  }

  /// A swatch for each color that has a name, as SVG.
  static var colorSheet: String {
    let (columns, width, height) = (5, 130, 34)
    let rows = (ColorNames.names.count + columns - 1) / columns
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(columns * width)" height="\(rows * height)" font-family="sans-serif" font-size="13">
        <rect width="100%" height="100%" fill="#ffffff"/>

      """
    for (place, name) in ColorNames.names.enumerated() {
      guard let color = ColorNames.color(name) else { continue }
      let (x, y) = (place % columns * width, place / columns * height)
      let fill = color.alpha > 0 ? color.hex : "none"
      text += """
          <rect x="\(x + 4)" y="\(y + 5)" width="36" height="24" rx="4" fill="\(fill)" stroke="#8a8a8a"/>
          <text x="\(x + 47)" y="\(y + 22)" fill="#1f2328">\(name)</text>

        """
    }
    return text + "</svg>\n"
  }
}
