import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleLooks

/// A film that ffmpeg encodes: it gets the pictures, unpacked, on its standard input.
struct EncodedFilm: FilmOutput {
  private let path: String
  /// What ffmpeg writes to, beside the film.
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

  mutating func add(_ picture: Bitmap) throws {
    count += 1
    let failure = picture.withBytes {
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

  /// The number of pictures in what was written, by ffmpeg's own reader. Nothing is decoded: it takes a fraction of a second.
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
