#ifndef CTUMBLE_PAIRS_H
#define CTUMBLE_PAIRS_H

#include "meetings.h"

#include "include/CTumbleSolver.h"

/// Where two shapes touch: as `cpCollisionInfo` with its contacts.
struct touch {
  cpVect n;
  cpCollisionID id;
  int count;
  struct {
    cpVect r1, r2;
    cpHashValue hash;
  } contacts[CP_MAX_CONTACTS_PER_ARBITER];
};

/// Where two polygons touch; as the engine does it, bit for bit. The meeting's id is what the latest call
/// said of this pair, or 0.
void collide_polygons(const struct meeting *meeting, struct touch *touch);

/// Whether a processor with such instructions can do the following.
bool has_quad_lanes(ctumble_instructions instructions);

/// Where four pairs of polygons touch that have four corners each, as `collide_polygons` does it. Some may be
/// the same. Returns a bit for each that it does not know of: that one must be asked there.
unsigned collide_quads(const struct meeting *const meetings[4], struct touch *const touches[4]);
/// The same whatever the meeting's id says, for those that overlap least along one face, clearly.
unsigned collide_clear_quads(const struct meeting *const meetings[4], struct touch *const touches[4]);

#endif
