import Testing

/// One after the other: SDL's video is one a process.
@Suite("The stage", .serialized)
struct StageTests {}
