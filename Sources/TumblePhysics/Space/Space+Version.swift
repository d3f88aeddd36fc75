import CTumbleChipmunk

extension Space {
  /// The version of the library that simulates, such as `7.0.3`.
  public static var libraryVersion: String { String(cString: ctumble_chipmunk_version()) }
}
