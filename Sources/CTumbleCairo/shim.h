#ifndef CTUMBLE_CAIRO_SHIM_H
#define CTUMBLE_CAIRO_SHIM_H

#include <cairo.h>
#include <cairo-pdf.h>

#endif
