import CTumbleSDL2

/// The functions of OpenGL that copy pixels, for which SDL's renderer has no call. They act on the context that is current.
struct OpenGLCalls {
  private typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
  private typealias GetInteger = @convention(c) (UInt32, UnsafeMutablePointer<Int32>?) -> Void
  private typealias GetError = @convention(c) () -> UInt32
  private typealias OfOne = @convention(c) (UInt32) -> Void
  private typealias IsEnabled = @convention(c) (UInt32) -> UInt8
  private typealias TextureImage =
    @convention(c) (
      UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?
    ) -> Void
  private typealias Names = @convention(c) (Int32, UnsafeMutablePointer<UInt32>?) -> Void
  private typealias Bind = @convention(c) (UInt32, UInt32) -> Void
  private typealias Attach = @convention(c) (UInt32, UInt32, UInt32, UInt32, Int32) -> Void
  private typealias Blit =
    @convention(c) (
      Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32
    ) -> Void

  private let getString: GetString
  private let getInteger: GetInteger
  private let getError: GetError
  private let isEnabled: IsEnabled
  private let enable: OfOne
  private let disable: OfOne
  private let textureImage: TextureImage
  private let makeFramebuffers: Names
  private let bindFramebuffer: Bind
  private let attachTexture: Attach
  private let blit: Blit

  // Of the many names of OpenGL's headers.
  private static let texture2D: UInt32 = 0x0DE1
  private static let boundTexture2D: UInt32 = 0x8069
  private static let scissorTest: UInt32 = 0x0C11
  private static let rendererString: UInt32 = 0x1F01
  private static let rgba: Int32 = 0x1908
  private static let bgra: UInt32 = 0x80E1
  private static let bytesOf32Bits: UInt32 = 0x8367
  private static let readFramebuffer: UInt32 = 0x8CA8
  private static let boundReadFramebuffer: UInt32 = 0x8CAA
  private static let firstAttachment: UInt32 = 0x8CE0
  private static let colorBuffer: UInt32 = 0x4000
  private static let nearest: UInt32 = 0x2600

  /// nil where one of them is missing.
  init?() {
    func find<Function>(_ name: String, as type: Function.Type) -> Function? {
      SDL_GL_GetProcAddress(name).map { unsafeBitCast($0, to: type) }
    }
    guard
      let getString = find("glGetString", as: GetString.self),
      let getInteger = find("glGetIntegerv", as: GetInteger.self),
      let getError = find("glGetError", as: GetError.self),
      let isEnabled = find("glIsEnabled", as: IsEnabled.self),
      let enable = find("glEnable", as: OfOne.self), let disable = find("glDisable", as: OfOne.self),
      let textureImage = find("glTexImage2D", as: TextureImage.self),
      let makeFramebuffers = find("glGenFramebuffers", as: Names.self),
      let bindFramebuffer = find("glBindFramebuffer", as: Bind.self),
      let attachTexture = find("glFramebufferTexture2D", as: Attach.self),
      let blit = find("glBlitFramebuffer", as: Blit.self)
    else { return nil }
    (self.getString, self.getInteger, self.getError) = (getString, getInteger, getError)
    (self.isEnabled, self.enable, self.disable) = (isEnabled, enable, disable)
    (self.textureImage, self.makeFramebuffers) = (textureImage, makeFramebuffers)
    (self.bindFramebuffer, self.attachTexture, self.blit) = (bindFramebuffer, attachTexture, blit)
  }
}

extension OpenGLCalls {
  /// What draws, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
  var renderer: String { getString(Self.rendererString).map { String(cString: $0) } ?? "" }

  /// Whether nothing has failed since the last call. All that has is forgotten.
  func takeIsWell() -> Bool {
    // Each kind of failure is noted once.
    (0..<8).filter { _ in getError() != 0 }.isEmpty
  }

  /// Of the texture that is bound; 0: none is.
  var boundTexture: UInt32 { UInt32(bitPattern: integer(Self.boundTexture2D)) }

  /// Gives the bound texture new pixels, whose bytes are in the order of a window's.
  func remakeBoundTexture(width: Int, height: Int) {
    textureImage(
      Self.texture2D, 0, Self.rgba, Int32(width), Int32(height), 0, Self.bgra, Self.bytesOf32Bits, nil)
  }

  /// It goes with its context.
  func makeFramebuffer() -> UInt32 {
    var name: UInt32 = 0
    makeFramebuffers(1, &name)
    return name
  }

  /// Copies parts of a texture to the framebuffer that is drawn on, and leaves the state as it was.
  ///
  /// - Parameters:
  ///   - framebuffer: One to read the texture by.
  ///   - x: How far to the right of its place in the texture each part comes.
  ///   - y: How far below.
  ///   - clip: Nothing outside of it is drawn; nil: all is.
  ///   - height: Of what is drawn on, in pixels.
  func copy(
    _ parts: some Sequence<SDL_Rect>, of texture: UInt32, by framebuffer: UInt32, x: Int32, y: Int32,
    within clip: SDL_Rect?, height: Int32
  ) {
    let before = UInt32(bitPattern: integer(Self.boundReadFramebuffer))
    let isClipped = isEnabled(Self.scissorTest) != 0
    if isClipped { disable(Self.scissorTest) }
    bindFramebuffer(Self.readFramebuffer, framebuffer)
    attachTexture(Self.readFramebuffer, Self.firstAttachment, Self.texture2D, texture, 0)
    for part in parts {
      var place = SDL_Rect(x: part.x + x, y: part.y + y, w: part.w, h: part.h)
      if var clip {
        var whole = place
        guard SDL_IntersectRect(&whole, &clip, &place) == SDL_TRUE else { continue }
      }
      let (left, above) = (place.x - x, place.y - y)
      // OpenGL counts a window's rows from below, and SDL puts a texture's first row above.
      let top = height - place.y
      blit(
        left, above, left + place.w, above + place.h, place.x, top, place.x + place.w, top - place.h,
        Self.colorBuffer, Self.nearest)
    }
    // A texture that is attached would outlive its end.
    attachTexture(Self.readFramebuffer, Self.firstAttachment, Self.texture2D, 0, 0)
    bindFramebuffer(Self.readFramebuffer, before)
    if isClipped { enable(Self.scissorTest) }
  }

  private func integer(_ name: UInt32) -> Int32 {
    var value: Int32 = 0
    getInteger(name, &value)
    return value
  }
}
