#ifndef CTUMBLE_JPEG_H
#define CTUMBLE_JPEG_H

#include <stddef.h>
#include <stdint.h>

// JPEG pictures by libjpeg. The library reports errors by calling a function that must not return; here that
// function jumps (setjmp), and the jump stays within C: it would leave Swift's own cleaning up undone.
//
// Pixels are 0xAARRGGBB in the machine's byte order, opaque, rows from the top and without gaps.

/// Room that `reason` must have, in bytes.
enum { ctumble_jpeg_reason_size = 256 };

/// The length of a side of a picture that is decoded at so many eighths of its size: rounded up.
int ctumble_jpeg_scaled(int side, int eighths);

/// Decodes a picture at 1, 2, 4 or 8 eighths of its size.
///
/// A file that is damaged or cut off is an error, not a picture with gray parts.
///
/// - width, height: of the pixels that `pixels` has room for: those of the file, scaled. Others are an error.
/// - reason: gets what is wrong, as one sentence of the library's.
///
/// Returns 0, or another number for an error.
int ctumble_jpeg_decode(
    const unsigned char *bytes, size_t count, int eighths, uint32_t *pixels, int width, int height,
    char *reason);

/// Encodes pixels, whose alpha is ignored, at a quality of 1 to 100.
///
/// `bytes` gets memory that `ctumble_jpeg_free` gives back. Returns 0, or another number for an error.
int ctumble_jpeg_encode(
    const uint32_t *pixels, int width, int height, int quality, unsigned char **bytes, size_t *count,
    char *reason);

void ctumble_jpeg_free(unsigned char *bytes);

#endif
