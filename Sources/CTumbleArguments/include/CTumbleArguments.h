// The program's arguments as the system handed them over. Swift's own are read from /proc, and there are none
// where that is not mounted.

#ifndef CTUMBLE_ARGUMENTS_H
#define CTUMBLE_ARGUMENTS_H

/// An argument's bytes, which end in 0; NULL beyond the last. The first is the program's name.
const char *tumble_argument(int index);

#endif
