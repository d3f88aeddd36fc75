#include "CTumbleTestHooks.h"

#include <malloc.h>

size_t ctumble_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
