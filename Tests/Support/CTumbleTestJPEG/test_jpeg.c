#include "CTumbleTestJPEG.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum { max_scans = 1 + 3 * 63 * 2 };

/// Each coefficient of each color in two passes.
static int fill_script(jpeg_scan_info *scans) {
  int count = 0;
  scans[count++] = (jpeg_scan_info){.comps_in_scan = 3, .component_index = {0, 1, 2}};
  for (int pass = 0; pass < 2; pass++)
    for (int color = 0; color < 3; color++)
      for (int place = 1; place < DCTSIZE2; place++)
        scans[count++] = (jpeg_scan_info){.comps_in_scan = 1,
                                          .component_index = {color},
                                          .Ss = place,
                                          .Se = place,
                                          .Ah = pass == 0 ? 0 : 1,
                                          .Al = pass == 0 ? 1 : 0};
  return count;
}

unsigned char *ctumble_test_jpeg(
    ctumble_jpeg_form form, const unsigned char *pixels, int width, int height, size_t *count) {
  struct jpeg_compress_struct info = {0};
  struct jpeg_error_mgr errors;
  // An error ends the program, and with it the tests.
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = (JDIMENSION)width;
  info.image_height = (JDIMENSION)height;
  const int is_inks = form == ctumble_jpeg_cmyk || form == ctumble_jpeg_ycck;
  info.input_components = form == ctumble_jpeg_gray ? 1 : is_inks ? 4 : 3;
  info.in_color_space = form == ctumble_jpeg_gray ? JCS_GRAYSCALE : is_inks ? JCS_CMYK : JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 100, TRUE);
  jpeg_scan_info scans[max_scans];
  if (form == ctumble_jpeg_rgb) jpeg_set_colorspace(&info, JCS_RGB);
  if (form == ctumble_jpeg_ycck) jpeg_set_colorspace(&info, JCS_YCCK);
  if (form == ctumble_jpeg_progressive) jpeg_simple_progression(&info);
  if (form == ctumble_jpeg_endless) {
    info.num_scans = fill_script(scans);
    info.scan_info = scans;
  }
  for (int color = 0; color < info.num_components; color++) {
    info.comp_info[color].h_samp_factor = 1;
    info.comp_info[color].v_samp_factor = 1;
  }
  jpeg_start_compress(&info, TRUE);
  const size_t stride = (size_t)width * (size_t)info.input_components;
  while (info.next_scanline < info.image_height) {
    JSAMPROW rows[1] = {(JSAMPROW)(uintptr_t)(pixels + info.next_scanline * stride)};
    jpeg_write_scanlines(&info, rows, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *count = size;
  return bytes;
}
