import CTumbleCairo
import Foundation
import TumbleGeometry

extension Drawing {
  /// A PDF document of one page, one unit a 72nd of an inch. The same drawing gives the same bytes on a machine.
  ///
  /// Text is text, and the letters that it needs are part of the document.
  ///
  /// - Throws: `DrawingError.output`.
  public func pdf() throws(DrawingError) -> Data {
    func side(_ length: Double) -> Double {
      length.isFinite ? min(max(length, 1), Double(Bitmap.maximumSide)) : 1
    }
    let output = ByteSink()
    // The stream is written to until the surface is finished, so the output must live through all of it.
    let problem: String? = withExtendedLifetime(output) {
      let surface = cairo_pdf_surface_create_for_stream(
        appendBytes, Unmanaged.passUnretained(output).toOpaque(), side(size.width), side(size.height))
      // Later versions pack what a document is made of, by which Cairo's releases differ, and not every journal takes them.
      cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
      // The time at which it is made would make every document another one.
      "2000-01-01T00:00:00Z".withCString {
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, $0)
      }
      if !title.isEmpty {
        title.withCString { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, $0) }
      }
      let canvas = Canvas(owning: surface)
      draw(on: canvas)
      let problem = canvas.problem
      cairo_surface_finish(surface)
      return problem
    }
    if let problem { throw .output(reason: problem) }
    return output.data
  }
}
