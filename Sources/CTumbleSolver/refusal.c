// Where the errors of refused assignments go: a place of each thread's own, which Swift has no stored
// variable for.

#include "CTumbleSolver.h"

#include <stddef.h>

static _Thread_local void *slot = NULL;

void **ctumble_refusal_slot(void) { return &slot; }
