#include "CTumbleJPEG.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
// After jpeglib.h, which it needs.
#include <jerror.h>

_Static_assert(ctumble_jpeg_reason_size >= JMSG_LENGTH_MAX, "the library's messages fit");

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const J_COLOR_SPACE pixel_order = JCS_EXT_BGRA;
#else
static const J_COLOR_SPACE pixel_order = JCS_EXT_ARGB;
#endif

/// More passes over a progressive picture than any program makes: each costs time over all of it.
enum { most_scans = 200 };

typedef struct {
  // First: the library hands out a pointer to it.
  struct jpeg_error_mgr base;
  jmp_buf back;
  char *reason;
} error_manager;

static void fail(j_common_ptr info) {
  error_manager *errors = (error_manager *)info->err;
  (*info->err->format_message)(info, errors->reason);
  longjmp(errors->back, 1);
}

/// Warnings are of pixels that had to be guessed, but for these, which lose nothing.
static void heed(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_BOGUS_ICC: return;
    default: fail(info);
  }
}

static void say_nothing(j_common_ptr info) { (void)info; }

static void prepare(error_manager *errors, char *reason) {
  jpeg_std_error(&errors->base);
  errors->base.error_exit = fail;
  errors->base.emit_message = heed;
  errors->base.output_message = say_nothing;
  errors->reason = reason;
  reason[0] = 0;
}

static void watch(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number <= most_scans) return;
  error_manager *errors = (error_manager *)info->err;
  snprintf(errors->reason, ctumble_jpeg_reason_size, "It has more than %d scans", most_scans);
  longjmp(errors->back, 1);
}

int ctumble_jpeg_scaled(int side, int eighths) { return (int)(((int64_t)side * eighths + 7) / 8); }

/// Cyan, magenta, yellow and black (what is stored may be their complements) to opaque pixels, in place.
static void convert_inks(uint32_t *row, int width, bool is_inverted) {
  for (int x = 0; x < width; x++) {
    unsigned char inks[4];
    memcpy(inks, &row[x], 4);
    uint32_t rest[4];
    for (int i = 0; i < 4; i++) rest[i] = is_inverted ? inks[i] : 255u - inks[i];
    uint32_t red = (rest[0] * rest[3] + 127) / 255, green = (rest[1] * rest[3] + 127) / 255,
             blue = (rest[2] * rest[3] + 127) / 255;
    row[x] = 0xFF000000u | red << 16 | green << 8 | blue;
  }
}

int ctumble_jpeg_decode(
    const unsigned char *bytes, size_t count, int eighths, uint32_t *pixels, int width, int height,
    char *reason) {
  struct jpeg_decompress_struct info = {0};
  struct jpeg_progress_mgr progress = {.progress_monitor = watch};
  error_manager errors;
  prepare(&errors, reason);
  info.err = &errors.base;
  if (setjmp(errors.back)) {
    jpeg_destroy_decompress(&info);
    return 1;
  }
  jpeg_create_decompress(&info);
  info.progress = &progress;
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.scale_num = (unsigned)eighths;
  info.scale_denom = 8;
  bool has_inks = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = has_inks ? JCS_CMYK : pixel_order;
  jpeg_start_decompress(&info);
  if (info.output_width != (JDIMENSION)width || info.output_height != (JDIMENSION)height
      || info.output_components != 4) {
    snprintf(
        reason, ctumble_jpeg_reason_size, "It is %u x %u pixels, and its header says otherwise",
        info.output_width, info.output_height);
    jpeg_destroy_decompress(&info);
    return 1;
  }
  while (info.output_scanline < info.output_height) {
    uint32_t *row = pixels + (size_t)info.output_scanline * (size_t)width;
    JSAMPROW rows[1] = {(JSAMPROW)row};
    jpeg_read_scanlines(&info, rows, 1);
    if (has_inks) convert_inks(row, width, info.saw_Adobe_marker);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return 0;
}

int ctumble_jpeg_encode(
    const uint32_t *pixels, int width, int height, int quality, unsigned char **bytes, size_t *count,
    char *reason) {
  struct jpeg_compress_struct info = {0};
  error_manager errors;
  // Read again after a jump.
  unsigned char *volatile memory = NULL;
  unsigned long size = 0;
  prepare(&errors, reason);
  info.err = &errors.base;
  if (setjmp(errors.back)) {
    // The memory may have grown, and so moved, since it was last told.
    if (info.dest) info.dest->term_destination(&info);
    jpeg_destroy_compress(&info);
    free(memory);
    return 1;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, (unsigned char **)&memory, &size);
  info.image_width = (JDIMENSION)width;
  info.image_height = (JDIMENSION)height;
  info.input_components = 4;
  info.in_color_space = pixel_order;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.optimize_coding = TRUE;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    // The library only reads here; its signature cannot say so.
    JSAMPROW rows[1] = {(JSAMPROW)(uintptr_t)(pixels + (size_t)info.next_scanline * (size_t)width)};
    jpeg_write_scanlines(&info, rows, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *bytes = memory;
  *count = size;
  return 0;
}

void ctumble_jpeg_free(unsigned char *bytes) { free(bytes); }
