#ifndef CTUMBLE_JOINTS_H
#define CTUMBLE_JOINTS_H

#include "engine.h"

/// The kinds of constraints that the engine has.
enum kind { PIN, SLIDE, PIVOT, GROOVE, SPRING, ROTARY_SPRING, ROTARY_LIMIT, RATCHET, GEAR, MOTOR, KINDS };

bool is_pivot(const cpConstraint *constraint);

#endif
