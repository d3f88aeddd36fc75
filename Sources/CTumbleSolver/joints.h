#pragma once

/// The kinds of constraints that the engine has.
enum kind { PIN, SLIDE, PIVOT, GROOVE, SPRING, ROTARY_SPRING, ROTARY_LIMIT, RATCHET, GEAR, MOTOR, KINDS };
