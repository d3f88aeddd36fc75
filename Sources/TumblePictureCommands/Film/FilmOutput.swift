import ArgumentParser
import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleLooks

/// The destination of a film's pictures. Until it is finished nothing stands under the film's name.
protocol FilmOutput {
  mutating func add(_ picture: FilmPicture) throws
  mutating func finish() throws
  /// Takes away what was written.
  mutating func cancel()
  /// Takes away what was written, on any thread: for a program that is about to be ended.
  var abandon: @Sendable () -> Void { get }
}

extension FilmOutput {
  mutating func cancel() { abandon() }
}

/// A film that ffmpeg encodes: it gets the pictures, unpacked, on its standard input.
struct EncodedFilm: FilmOutput {
  private let path: String
  /// The path that ffmpeg writes to, beside the film.
  private let part: String
  private let process = Process()
  private let input = Pipe()
  private let errors: FileHandle
  /// Pictures that were handed over.
  private var count = 0

  init(path: String, format: FilmFormat, size: PixelSize, rate: Int) throws {
    guard let program = Self.encoder() else { throw FilmError.noEncoder(path: path) }
    self.path = path
    part = path + ".partial-\(getpid())"
    // Fails at once where nothing can be written.
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw FilmError.unwritable(path: path, reason: String(cString: strerror(errno)))
    }
    close(descriptor)
    guard let file = tmpfile() else {
      unlink(part)
      throw FilmError.unwritable(path: path, reason: String(cString: strerror(errno)))
    }
    errors = FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
    fclose(file)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      [
        "-hide_banner", "-loglevel", "error", "-y",
        "-f", "rawvideo", "-pixel_format", "bgr0", "-video_size", "\(size.width)x\(size.height)",
        "-framerate", "\(rate)", "-i", "pipe:0",
      ] + (format.encoding ?? []) + [
        // Nothing of the machine or of the day.
        "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", "file:" + part,
      ]
    process.standardInput = input
    process.standardOutput = errors
    process.standardError = errors
    do {
      try process.run()
    } catch {
      unlink(part)
      throw FilmError.encoder(path: path, reason: "\(program) is not a program that can be run")
    }
  }

  var abandon: @Sendable () -> Void {
    let (process, part) = (process.processIdentifier, part)
    return {
      kill(process, SIGKILL)
      unlink(part)
    }
  }

  /// The first ffmpeg of PATH.
  private static func encoder() -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { $0 + "/ffmpeg" }.first { access($0, X_OK) == 0 }
  }

  mutating func add(_ picture: FilmPicture) throws {
    count += 1
    let failure = picture.bitmap.withBytes {
      Descriptor.write($0, to: input.fileHandleForWriting.fileDescriptor)
    }
    // It has ended, and says why.
    if failure != nil { throw ended() }
  }

  func finish() throws {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    // It may end with 0 though the disk is full: what it wrote counts, and that it had nothing to say.
    guard process.terminationStatus == 0, process.terminationReason == .exit, complaint == nil else {
      throw ended()
    }
    let written = try writtenPictures()
    guard written == count else {
      unlink(part)
      throw FilmError.encoder(
        path: path, reason: "\(written) of \(count) pictures can be read back from what it wrote")
    }
    guard rename(part, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(part)
      throw FilmError.unwritable(path: path, reason: reason)
    }
  }

  func cancel() {
    // It has inherited which signals wait: only this one is certain to end it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    unlink(part)
  }

  /// The number of pictures in what was written, by ffmpeg's own reader. Nothing is decoded: it takes a
  /// fraction of a second.
  private func writtenPictures() throws -> Int {
    let (reader, output) = (Process(), Pipe())
    reader.executableURL = process.executableURL
    reader.arguments = [
      "-hide_banner", "-loglevel", "quiet", "-i", "file:" + part, "-map", "0:v", "-c", "copy", "-f",
      "framecrc",
      "pipe:1",
    ]
    reader.standardInput = FileHandle.nullDevice
    reader.standardOutput = output
    reader.standardError = FileHandle.nullDevice
    do {
      try reader.run()
    } catch {
      unlink(part)
      throw FilmError.encoder(path: path, reason: "its result cannot be read back")
    }
    let text = String(decoding: (try? output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    reader.waitUntilExit()
    return text.split(separator: "\n").count { !$0.hasPrefix("#") }
  }

  private func ended() -> FilmError {
    cancel()
    return .encoder(path: path, reason: complaint ?? "it ended without saying why")
  }

  /// The last that ffmpeg said, which says errors alone; nil for nothing.
  private var complaint: String? {
    try? errors.seek(toOffset: 0)
    let text = String(decoding: (try? errors.readToEnd()) ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").last.map { String($0.prefix(300)) }
  }
}

/// A film as a folder of pictures: 00001.png and so on.
struct PictureFolder: FilmOutput {
  private let path: String
  /// The path of the pictures until all are there.
  private let part: String
  private var count = 0

  init(path: String) throws {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.path = path
    part = path + ".partial-\(getpid())"
    guard !UntrustedFile.exists(path) else { throw FilmError.exists(path: path) }
    guard mkdir(part, 0o777) == 0 else {
      throw FilmError.unwritable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  mutating func add(_ picture: FilmPicture) throws {
    count += 1
    let digits = String(count)
    let name = String(repeating: "0", count: max(5 - digits.count, 0)) + digits
    try OutputFile.write(picture.bytes, to: part + "/" + name + ".png")
  }

  func finish() throws {
    guard rename(part, path) == 0 else {
      let reason = String(cString: strerror(errno))
      abandon()
      throw FilmError.unwritable(path: path, reason: reason)
    }
  }

  var abandon: @Sendable () -> Void { { [part] in try? FileManager.default.removeItem(atPath: part) } }
}

/// Moments of a film in rows on one picture.
struct ContactSheet: FilmOutput {
  /// `COLUMNSxROWS`.
  struct Grid: ExpressibleByArgument {
    let columns: Int
    let rows: Int
    var count: Int { columns * rows }

    init?(argument: String) {
      guard let sides = wholeNumbers(argument, "x", to: 20) else { return nil }
      (columns, rows) = sides
    }

    /// The grid of a sheet for which nothing is said.
    static let standard = Grid(argument: "4x3")!
    /// The default width of a picture in it, in pixels.
    static let defaultWidth = 400
  }

  private let grid: Grid
  private let file: OutputFile
  private let size: PixelSize
  private var sheet: Bitmap
  private var count = 0

  /// The distance between pictures, in pixels.
  private static let gap = 4

  static func size(_ grid: Grid, of picture: PixelSize) -> PixelSize {
    PixelSize(grid.columns * (picture.width + gap) - gap, grid.rows * (picture.height + gap) - gap)
  }

  init(_ grid: Grid, of size: PixelSize, file: OutputFile, background: StageBackground) {
    (self.grid, self.size, self.file) = (grid, size, file)
    let whole = Self.size(grid, of: size)
    sheet = Bitmap(width: whole.width, height: whole.height)
    if background == .paper { sheet.clear(to: .white) }
  }

  mutating func add(_ picture: FilmPicture) throws {
    sheet.copy(
      picture.bitmap, x: count % grid.columns * (size.width + Self.gap),
      y: count / grid.columns * (size.height + Self.gap))
    count += 1
  }

  func finish() throws {
    try file.write(try PNG.encode(sheet))
    try file.finish()
  }

  // A file that is not finished is none.
  var abandon: @Sendable () -> Void { {} }
}

/// A film whose pictures follow each other as they are: YUV4MPEG2, or nothing but RGBA.
struct StreamedFilm: FilmOutput {
  private let file: OutputFile
  private let format: FilmFormat

  init(_ file: OutputFile, _ format: FilmFormat, _ size: PixelSize, rate: Int) throws {
    (self.file, self.format) = (file, format)
    guard format == .y4m else { return }
    try file.write("YUV4MPEG2 W\(size.width) H\(size.height) F\(rate):1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n")
  }

  func add(_ picture: FilmPicture) throws {
    if format == .y4m { try file.write("FRAME\n") }
    try file.write(picture.bytes)
  }

  func finish() throws { try file.finish() }

  // A file that is not finished is none.
  var abandon: @Sendable () -> Void { {} }
}

extension Bitmap {
  /// Red, green, blue and alpha of each pixel, not multiplied.
  fileprivate var rgba: [UInt8] {
    var straight = self
    straight.convertToStraightAlpha()
    // From 0xAARRGGBB to 0xAABBGGRR, whose bytes lie in the file's order.
    return straight.pixels.map { pixel in
      (pixel & 0xFF00_FF00 | pixel >> 16 & 255 | (pixel & 255) << 16).littleEndian
    }.withUnsafeBytes { Array($0) }
  }

  /// Brightness, blue and red differences by BT.709, in 16 to 235 and 16 to 240: one plane after the other.
  fileprivate var planes: [UInt8] {
    let count = pixels.count
    return [UInt8](unsafeUninitializedCapacity: 3 * count) { bytes, initialized in
      for (index, pixel) in pixels.enumerated() {
        let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
        // In 65,536ths.
        bytes[index] = UInt8((11_966 * red + 40_254 * green + 4_064 * blue + 1_081_344) >> 16)
        bytes[count + index] = UInt8((-6_596 * red - 22_189 * green + 28_785 * blue + 8_421_376) >> 16)
        bytes[2 * count + index] = UInt8((28_785 * red - 26_145 * green - 2_640 * blue + 8_421_376) >> 16)
      }
      initialized = 3 * count
    }
  }
}

/// The format of a film, by the ending of its name.
enum FilmFormat: String, CaseIterable {
  case mp4
  case webm
  case gif
  /// A folder of numbered pictures.
  case pngSequence = "png-sequence"
  /// A contact sheet: pictures in rows.
  case png
  /// Pictures that are not packed.
  case y4m, raw

  /// - Parameter form: What is written to standard output.
  init(of path: String, _ form: StreamForm?) throws {
    guard path != "-" else {
      self = form == .raw ? .raw : .y4m
      return
    }
    if form != nil { throw ValidationError("--as is for -o -; a file says by its ending what it is.") }
    let ending = FilePath.parts(of: path).ending.dropFirst().lowercased()
    guard let format = FilmFormat(rawValue: ending) else {
      throw ValidationError(
        """
        -o takes a file that ends in .mp4, .webm or .gif, a folder that ends in .png-sequence, a .png for a \
        contact sheet, .y4m or .raw, or - for standard output, not '\(path)'.
        """
      )
    }
    self = format
  }

  /// Pictures per second. A GIF counts hundredths of a second.
  var defaultRate: Int { self == .gif ? 25 : 30 }

  /// Is true if its pictures have an even number of rows and columns: their colors are stored by squares of
  /// four pixels.
  var needsEvenSides: Bool { self == .mp4 || self == .webm }

  /// The bytes of a picture, made on any thread; they are empty where the picture itself is used.
  func bytes(of picture: Bitmap) throws -> [UInt8] {
    switch self {
    case .pngSequence: Array(try PNG.encode(picture))
    case .y4m: picture.planes
    case .raw: picture.rgba
    case .mp4, .webm, .gif, .png: []
    }
  }

  /// Is true if its pictures may be transparent.
  var hasAlpha: Bool { self == .pngSequence || self == .png || self == .raw }

  /// The options of ffmpeg for the pictures; nil for what is written without it.
  var encoding: [String]? {
    let hdColors = [
      "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries", "bt709",
      "-color_trc", "bt709", "-pix_fmt", "yuv420p",
    ]
    return switch self {
    case .mp4: ["-c:v", "libx264", "-crf", "18"] + hdColors + ["-movflags", "+faststart", "-f", "mp4"]
    case .webm:
      ["-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-cpu-used", "4"] + hdColors + ["-f", "webm"]
    case .gif:
      [
        "-filter_complex",
        "[0:v]split[a][b];[a]palettegen=stats_mode=diff[p];"
          + "[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle",
        "-loop", "0", "-f", "gif",
      ]
    case .pngSequence, .png, .y4m, .raw: nil
    }
  }
}

/// The words for what a pipe gets.
enum StreamForm: String, ExpressibleByArgument, CaseIterable { case y4m, raw }

/// The reason why a film cannot be made.
package enum FilmError: Error, Hashable {
  /// ffmpeg is not in PATH.
  case noEncoder(path: String)
  /// An error of ffmpeg, with what it said last.
  case encoder(path: String, reason: String)
  case exists(path: String)
  case unwritable(path: String, reason: String)
}

extension FilmError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noEncoder(let path):
      """
      '\(path)' is encoded by ffmpeg, which is not installed. `apt install ffmpeg` installs it; a folder of \
      pictures (-o NAME.png-sequence) and a contact sheet (-o NAME.png) need none.
      """
    case .encoder(let path, let reason): "ffmpeg could not write '\(path)': \(reason)"
    case .exists(let path): "'\(path)' exists already; remove it, or choose another name"
    case .unwritable(let path, let reason): "'\(path)' cannot be written: \(reason)"
    }
  }
}
