import ArgumentParser
import Testing
@testable import TumblePictureCommands

@Suite("The kind of a picture")
struct PictureFormatTests {
  @Test(
    "The kind of a picture goes by the ending of the file's name, and is the first one where there is none")
  func endings() throws {
    for (path, format) in [
      ("a.png", PictureFormat.png), ("a.SVG", .svg), ("b.c/a", .png), ("-", .png), ("/dev/stdout", .png),
      (".png", .png),
    ] {
      #expect(try PictureFormat(of: path, known: [.png, .svg]) == format, "\(path)")
    }
  }

  @Test(
    "The kind of a picture that is not known is refused with those that are",
    arguments: ["a.jpg", "a.csv", "a.png.gz"])
  func unknown(path: String) {
    let error = #expect(throws: ValidationError.self) { try PictureFormat(of: path, known: [.png, .svg]) }
    #expect(error?.message == "-o takes a file that ends in .png or .svg, not '\(path)'.")
  }
}
