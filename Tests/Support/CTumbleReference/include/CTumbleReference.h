#ifndef CTUMBLE_REFERENCE_H
#define CTUMBLE_REFERENCE_H

/// The book's scenes simulated by plain C: libchipmunk called directly, with nothing of Tumble between.
///
/// What a trace of `crate` and `crates` has to equal, bit for bit.
typedef struct ctumble_reference ctumble_reference;

/// The state of one crate.
typedef struct {
  double x, y, angle, vx, vy, w;
} ctumble_reference_state;

/// Listing 11.3: one crate falls for ever.
ctumble_reference *ctumble_reference_crate(void);

/// Listing 11.4: five crates in a box of four walls.
ctumble_reference *ctumble_reference_crates(void);

void ctumble_reference_free(ctumble_reference *reference);

/// Takes one step of a 120th of a second.
void ctumble_reference_step(ctumble_reference *reference);

/// How many crates there are.
int ctumble_reference_count(const ctumble_reference *reference);

/// A crate by its place in the listing, from 0.
ctumble_reference_state ctumble_reference_read(const ctumble_reference *reference, int index);

#include "demos.h"
#include "influenced.h"

#endif
