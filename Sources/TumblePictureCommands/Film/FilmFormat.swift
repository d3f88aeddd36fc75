import ArgumentParser
import TumbleFiles

/// What a film is written as, by the ending of its name.
enum FilmFormat: String, CaseIterable {
  case mp4
  case webm
  case gif
  /// A folder of numbered pictures.
  case pngSequence = "png-sequence"
  /// A contact sheet: pictures in rows.
  case png

  init(of path: String) throws {
    let ending = FilePath.parts(of: path).ending.dropFirst().lowercased()
    guard let format = FilmFormat(rawValue: ending) else {
      throw ValidationError(
        "-o takes a file that ends in .mp4, .webm or .gif, a folder that ends in .png-sequence, or a .png for a contact sheet, not '\(path)'."
      )
    }
    self = format
  }

  /// Pictures per second. A GIF counts hundredths of a second.
  var defaultRate: Int { self == .gif ? 25 : 30 }

  /// Whether its pictures have an even number of rows and columns: their colors are stored by squares of four pixels.
  var needsEvenSides: Bool { self == .mp4 || self == .webm }

  /// What ffmpeg is to do with the pictures; nil for what is written without it.
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
        "[0:v]split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle",
        "-loop", "0", "-f", "gif",
      ]
    case .pngSequence, .png: nil
    }
  }
}
