#ifndef CTUMBLE_PAIRS_H
#define CTUMBLE_PAIRS_H

#include "engine.h"

/// Where two polygons touch; as the engine does it, bit for bit. `id` is what the latest call said of this
/// pair, or 0.
struct cpCollisionInfo collide_polygons(
    const cpShape *a, const cpShape *b, cpCollisionID id, struct cpContact *contacts);

#endif
