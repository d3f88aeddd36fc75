import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleSimulation

/// Measures of one run as a line of JSON, for programs that search for values (`simulate --tell`).
struct ToldMeasures {
  let measures: RunMeasures
  private let names: [String]

  init(_ texts: [String], of world: World) throws {
    measures = try RunMeasures(texts, of: world)
    // An object has each name once.
    if let name = texts.firstRepeated { throw SweepError.repeatedColumn(name) }
    names = texts
  }

  /// Writes them to standard output.
  func write(_ world: World, lost: Int) throws(OutputError) {
    let parts = zip(names, measures.values(world, lost: lost)).map { "\($0.jsonText):\($1.json)" }
    let output = try OutputFile(path: "-")
    try output.write("{" + parts.joined(separator: ",") + "}\n")
    try output.finish()
  }
}
