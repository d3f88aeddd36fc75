#ifndef CTUMBLE_ZLIB_SHIM_H
#define CTUMBLE_ZLIB_SHIM_H

#include <zlib.h>

#endif
