import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
@testable import TumbleLooks
import TumbleTestSupport

@Suite("The decoder of pictures")
struct PictureDecoderTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("good.png", PNG.encode(Bitmap(width: 4, height: 4)))
    try scratch.file("bad.png", "no picture")
  }

  private func decoder(hasThread: Bool = false) -> PictureDecoder {
    PictureDecoder(PictureMaker(drawn: DrawnPictures(folder: nil)), hasThread: hasThread)
  }

  private func job(_ ticket: Int, rank: Double, _ file: String = "good.png") -> PictureJob {
    PictureJob(
      ticket: ticket, rank: rank, path: scratch.url.path + "/" + file, product: .source(covering: nil))
  }

  private func results(_ decoder: PictureDecoder) -> [(ticket: Int, outcome: String)] {
    var results: [PictureResult] = []
    decoder.take(into: &results)
    return results.map { result in
      let outcome =
        switch result.outcome {
        case .source: "made"
        case .sprite: "sprite"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
      return (result.job.ticket, outcome)
    }
  }

  @Test("The decoder of pictures does the most urgent job first, and of equals the oldest")
  func order() {
    let decoder = decoder()
    for (ticket, rank) in [(1, 3.0), (2, 0), (3, 1), (4, 0)] { decoder.submit(job(ticket, rank: rank)) }
    while decoder.doNext() {}
    #expect(results(decoder).map(\.ticket) == [2, 4, 3, 1])
    #expect(!decoder.doNext())
  }

  @Test("The decoder of pictures does what has become urgent first, and not what no longer is wanted")
  func ranks() {
    let decoder = decoder()
    for ticket in 1...5 { decoder.submit(job(ticket, rank: Double(ticket))) }
    decoder.rank { $0.ticket == 2 || $0.ticket == 3 ? nil : -Double($0.ticket) }
    #expect(results(decoder).map(\.outcome) == ["cancelled", "cancelled"])
    while decoder.doNext() {}
    #expect(results(decoder).map(\.ticket) == [5, 4, 1])
  }

  @Test("The decoder of pictures tells of a file that cannot be read, and goes on")
  func failures() {
    let decoder = decoder()
    decoder.submit(job(1, rank: 0, "bad.png"))
    decoder.submit(job(2, rank: 1, "none.png"))
    decoder.submit(job(3, rank: 2))
    while decoder.doNext() {}
    #expect(results(decoder).map(\.outcome) == ["failed", "failed", "made"])
  }

  @Test(
    "The decoder of pictures, on its thread, gives each job back once, whatever is cancelled and when it is closed",
    arguments: Seeds.list(default: 20))
  func once(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let decoder = decoder(hasThread: true)
    var tickets: [Int] = []
    let count = random.int(in: 1...60)
    for ticket in 1...count {
      decoder.submit(
        job(ticket, rank: random.double(in: 0...1), random.int(in: 0...4) == 0 ? "bad.png" : "good.png"))
      if random.int(in: 0...5) == 0 {
        let gone = random.int(in: 1...count)
        decoder.rank { $0.ticket == gone ? nil : $0.rank }
      }
      if random.int(in: 0...3) == 0 { tickets += results(decoder).map(\.ticket) }
    }
    if random.int(in: 0...1) == 0 { decoder.wait(atMost: RunningProgram.net) }
    decoder.close()
    // What comes after its end is not lost either.
    decoder.submit(job(count + 1, rank: 0))
    tickets += results(decoder).map(\.ticket)
    #expect(tickets.sorted() == Array(1...count + 1))
  }

  @Test("The decoder of pictures waits until all is done, and not at all where there is nothing to do")
  func waiting() {
    let decoder = decoder(hasThread: true)
    #expect(!decoder.wait(atMost: RunningProgram.net))
    for ticket in 1...10 { decoder.submit(job(ticket, rank: 0)) }
    decoder.wait(atMost: RunningProgram.net)
    #expect(results(decoder).count == 10 && !decoder.isBusy)
    decoder.close()
  }

  @Test("The decoder of pictures decodes a file once for several bodies, and again when it has changed")
  func sources() throws {
    var maker = PictureMaker(drawn: DrawnPictures(folder: nil))
    var job = job(1, rank: 0)
    var decodes: [Int] = []
    for _ in 0..<3 { decodes.append(maker.make(job).decodes) }
    job.isChanged = true
    decodes.append(maker.make(job).decodes)
    #expect(decodes == [1, 0, 0, 1])
  }

  @Test("The decoder of pictures gives up a job between its parts when it no longer is wanted")
  func givenUp() {
    var maker = PictureMaker(drawn: DrawnPictures(folder: nil))
    let result = maker.make(job(1, rank: 0), isWanted: { false })
    guard case .cancelled = result.outcome else {
      Issue.record("it was made")
      return
    }
  }

  @Test(
    "The decoder of pictures draws the same landscape each time, another for each number, and keeps its file")
  func landscapes() throws {
    func picture(_ number: Int, _ folder: String?) throws -> Bitmap? {
      var maker = PictureMaker(drawn: DrawnPictures(folder: folder))
      let job = PictureJob(
        ticket: 1, rank: 0, path: "@landscape-\(number)", product: .source(covering: PixelSize(100, 75)))
      guard case .source(let bitmap) = maker.make(job).outcome else { return nil }
      return bitmap
    }
    let folder = scratch.url.path + "/kept/pictures"
    let first = try #require(try picture(1, folder))
    #expect(first.width == 200 && first.height == 150, "an eighth of it covers a hundred pixels")
    let (kept, drawn, other) = (try picture(1, folder), try picture(1, nil), try picture(2, nil))
    #expect(kept == first && drawn == first && other != first)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files == ["landscape-1-1.jpg"])
    // What is damaged is drawn again.
    try scratch.file("kept/pictures/landscape-1-1.jpg", "damaged")
    #expect(try picture(1, folder) == first)
  }
}
