import Foundation

/// Standard input, output and error.
enum StandardDescriptors {
  /// Opens those that were closed when the program began.
  ///
  /// The next file that is opened would get the number of a closed one, and messages would be written into it. What they
  /// are opened on cannot be used (input is for writing only, output and error are for reading only): an output that
  /// nobody gets is an error, not a success.
  static func openThoseClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // The lowest free number is taken, which is this one. Where there is no /dev, a folder does as well.
      if open("/dev/null", access) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
    }
  }
}
