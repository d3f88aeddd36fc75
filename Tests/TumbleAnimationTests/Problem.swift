import TumbleAnimation

/// The error that a check throws, in words; nil where it throws none.
func problem(_ check: () throws(AnimationError) -> Void) -> String? {
  do throws(AnimationError) { try check() } catch { return "\(error)" }
  return nil
}
