#ifndef CTUMBLE_ENGINE_H
#define CTUMBLE_ENGINE_H

// The engine's private header holds its arithmetic as inline functions: it must not be fused, which would
// change bits.
#pragma STDC FP_CONTRACT OFF

#include <chipmunk/chipmunk_private.h>
#include <stdbool.h>
#include <stddef.h>

// The private structs as of Chipmunk 7.0.3 where pointers have 64 bits. Anything else does not compile,
// rather than read other fields than it means.

_Static_assert(
    CP_VERSION_MAJOR == 7 && CP_VERSION_MINOR == 0 && CP_VERSION_RELEASE == 3,
    "another version of the engine");

#define TUMBLE_PLACE(type, field, place) \
  _Static_assert( \
      offsetof(struct type, field) == place, "the engine's " #type " has " #field " in another place")
#define TUMBLE_SIZE(type, size) \
  _Static_assert(sizeof(struct type) == size, "the engine's " #type " has another size")

TUMBLE_SIZE(cpArray, 16);
TUMBLE_PLACE(cpArray, num, 0);
TUMBLE_PLACE(cpArray, arr, 8);

TUMBLE_SIZE(cpBody, 272);
TUMBLE_PLACE(cpBody, m, 16);
TUMBLE_PLACE(cpBody, m_inv, 24);
TUMBLE_PLACE(cpBody, i_inv, 40);
TUMBLE_PLACE(cpBody, cog, 48);
TUMBLE_PLACE(cpBody, p, 64);
TUMBLE_PLACE(cpBody, v, 80);
TUMBLE_PLACE(cpBody, a, 112);
TUMBLE_PLACE(cpBody, w, 120);
TUMBLE_PLACE(cpBody, transform, 136);
TUMBLE_PLACE(cpBody, v_bias, 192);
TUMBLE_PLACE(cpBody, w_bias, 208);
TUMBLE_PLACE(cpBody, arbiterList, 232);
TUMBLE_PLACE(cpBody, sleeping.root, 248);
TUMBLE_PLACE(cpBody, sleeping.next, 256);

TUMBLE_SIZE(cpContact, 96);
TUMBLE_PLACE(cpContact, r1, 0);
TUMBLE_PLACE(cpContact, r2, 16);
TUMBLE_PLACE(cpContact, nMass, 32);
TUMBLE_PLACE(cpContact, bounce, 48);
TUMBLE_PLACE(cpContact, jnAcc, 56);
TUMBLE_PLACE(cpContact, bias, 80);

TUMBLE_SIZE(cpArbiter, 176);
TUMBLE_PLACE(cpArbiter, u, 8);
TUMBLE_PLACE(cpArbiter, surface_vr, 16);
TUMBLE_PLACE(cpArbiter, body_a, 56);
TUMBLE_PLACE(cpArbiter, thread_a, 72);
TUMBLE_PLACE(cpArbiter, count, 104);
TUMBLE_PLACE(cpArbiter, contacts, 112);
TUMBLE_PLACE(cpArbiter, n, 120);
TUMBLE_PLACE(cpArbiter, handler, 136);
TUMBLE_PLACE(cpArbiter, stamp, 164);
TUMBLE_PLACE(cpArbiter, state, 168);

TUMBLE_SIZE(cpConstraint, 104);
TUMBLE_PLACE(cpConstraint, a, 16);
TUMBLE_PLACE(cpConstraint, maxForce, 48);
TUMBLE_PLACE(cpConstraint, errorBias, 56);
TUMBLE_PLACE(cpConstraint, maxBias, 64);
TUMBLE_PLACE(cpConstraint, preSolve, 80);

TUMBLE_SIZE(cpPinJoint, 216);
TUMBLE_PLACE(cpPinJoint, r1, 144);
TUMBLE_SIZE(cpSlideJoint, 224);
TUMBLE_PLACE(cpSlideJoint, r1, 152);
TUMBLE_SIZE(cpPivotJoint, 232);
TUMBLE_PLACE(cpPivotJoint, r1, 136);
TUMBLE_SIZE(cpGrooveJoint, 288);
TUMBLE_PLACE(cpGrooveJoint, r1, 192);
TUMBLE_SIZE(cpDampedSpring, 248);
TUMBLE_PLACE(cpDampedSpring, target_vrn, 168);
TUMBLE_SIZE(cpDampedRotarySpring, 168);
TUMBLE_PLACE(cpDampedRotarySpring, target_wrn, 136);
TUMBLE_SIZE(cpRotaryLimitJoint, 144);
TUMBLE_PLACE(cpRotaryLimitJoint, iSum, 120);
TUMBLE_SIZE(cpRatchetJoint, 152);
TUMBLE_PLACE(cpRatchetJoint, iSum, 128);
TUMBLE_SIZE(cpGearJoint, 152);
TUMBLE_PLACE(cpGearJoint, iSum, 128);
TUMBLE_SIZE(cpSimpleMotor, 128);
TUMBLE_PLACE(cpSimpleMotor, iSum, 112);

TUMBLE_SIZE(cpShape, 192);
TUMBLE_PLACE(cpShape, body, 16);
TUMBLE_PLACE(cpShape, bb, 64);
TUMBLE_PLACE(cpShape, filter, 152);

TUMBLE_SIZE(cpSpace, 568);
TUMBLE_PLACE(cpSpace, iterations, 0);
TUMBLE_PLACE(cpSpace, sleepTimeThreshold, 40);
TUMBLE_PLACE(cpSpace, collisionSlop, 48);
TUMBLE_PLACE(cpSpace, stamp, 80);
TUMBLE_PLACE(cpSpace, curr_dt, 88);
TUMBLE_PLACE(cpSpace, dynamicBodies, 96);
TUMBLE_PLACE(cpSpace, sleepingComponents, 120);
TUMBLE_PLACE(cpSpace, dynamicShapes, 144);
TUMBLE_PLACE(cpSpace, constraints, 152);
TUMBLE_PLACE(cpSpace, arbiters, 160);
TUMBLE_PLACE(cpSpace, cachedArbiters, 176);
TUMBLE_PLACE(cpSpace, usesWildcards, 204);
TUMBLE_PLACE(cpSpace, defaultHandler, 216);

#undef TUMBLE_PLACE
#undef TUMBLE_SIZE

#endif
