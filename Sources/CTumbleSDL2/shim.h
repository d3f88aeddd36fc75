#ifndef CTUMBLE_SDL2_SHIM_H
#define CTUMBLE_SDL2_SHIM_H

// The program has its own `main`; SDL must not rename it.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

#endif
