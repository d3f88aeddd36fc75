#include "CTumbleArguments.h"

static int argument_count;
static char **arguments;

// The C library calls constructors with what it calls `main` with.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

const char *tumble_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : 0;
}
