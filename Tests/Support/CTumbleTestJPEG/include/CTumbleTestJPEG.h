#ifndef CTUMBLE_TEST_JPEG_H
#define CTUMBLE_TEST_JPEG_H

#include <stddef.h>

/// How the pixels of a JPEG are stored.
typedef enum {
  ctumble_jpeg_gray,
  /// Three colors that are not converted.
  ctumble_jpeg_rgb,
  /// Four inks, stored as their complements, as Adobe's programs do.
  ctumble_jpeg_cmyk,
  ctumble_jpeg_ycck,
  /// In several passes, each finer.
  ctumble_jpeg_progressive,
  /// In 379 passes, which no program makes.
  ctumble_jpeg_endless,
} ctumble_jpeg_form;

/// A JPEG of rows of pixels, at the best quality: of 1 byte (gray), 3 (red, green, blue) or 4 (complements of
/// cyan, magenta, yellow and black) each. To be freed.
unsigned char *ctumble_test_jpeg(
    ctumble_jpeg_form form, const unsigned char *pixels, int width, int height, size_t *count);

#endif
