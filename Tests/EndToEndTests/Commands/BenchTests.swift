import Foundation
import Testing
import TumbleTestSupport

@Suite("What programs read of a run")
struct BenchTests {
  private let headless = RunProgram("tumble-headless")

  @Test("`simulate` tells measures as JSON, the same as a sweep's row")
  func tell() throws {
    let measures = ["crate1.y", "crate1.y:min", "crate1.y<100", "crate1.y<-5", "settled", "hash"]
    let told = try headless.run([
      "simulate", "crates", "--duration", "2", "--tell", measures.joined(separator: ","),
    ])
    let row = try headless.run(
      [
        "sweep", "crates", "--set", "world.iterations=10", "--duration", "2", "--json", "--tell",
        measures.joined(separator: ","),
      ])
    #expect(told.code == 0 && told.errors == "")
    let line = row.text.replacingOccurrences(of: "\"world.iterations\":10,", with: "")
    #expect(told.text == line.replacingOccurrences(of: ",\"error\":null", with: ""))
    #expect(try headless("simulate", "crates", "--tell", "hash", "--hash").code == 64)
    #expect(try headless("simulate", "crates", "--tell", "hash,hash").code == 1)
    #expect(try headless("simulate", "crates", "--tell", "crate1.z").errors.contains("no channel 'crate1.z'"))
  }

  @Test("`bench` measures the steps that `simulate` takes, as text and as JSON")
  func bench() throws {
    let json = try headless("bench", "crates", "--steps", "100", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let hash = try headless("simulate", "crates", "--steps", "100", "--hash").text
    #expect(object["hash"] as? String == String(hash.dropLast()) && object["steps"] as? Int == 100)
    #expect(
      (object["median"] as? Double ?? 0) > 0 && (object["sizes"] as? [String: Int])?["dynamicBodies"] == 5)
    let text = try headless("bench", "crates", "--duration", "0.5")
    #expect(
      text.code == 0 && text.text.hasPrefix("crates: 60 steps at 120 per second")
        && text.text.contains("99th percentile"))
    #expect(try headless("bench", "crates", "--steps", "0").code == 64)
  }
}
