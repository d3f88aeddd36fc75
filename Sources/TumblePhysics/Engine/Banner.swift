import CTumbleChipmunk
import Glibc

/// Debian's library is a debug build that prints two lines on standard output when the first space of a process is
/// made. They would spoil a program whose data goes there.
enum Banner {
  /// Makes that first space with standard output pointed elsewhere; read before any other space is made.
  ///
  /// What another thread prints during this moment is lost with the banner, once a process.
  static let silenced: Void = {
    fflush(nil)
    let standardOutput = dup(1)
    let nowhere = open("/dev/null", O_WRONLY)
    if standardOutput >= 0, nowhere >= 0 { dup2(nowhere, 1) }
    cpSpaceFree(cpSpaceNew())
    fflush(nil)
    if standardOutput >= 0 {
      dup2(standardOutput, 1)
      close(standardOutput)
    }
    if nowhere >= 0 { close(nowhere) }
  }()
}
