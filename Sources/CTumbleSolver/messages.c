// What the engine says. It calls this in place of its own function of that name, which the library exports: a
// symbol of the program comes before one of a shared library.

#include <chipmunk/chipmunk.h>
#include <stdarg.h>
#include <stdio.h>

// Prints why the engine is about to end the program, on standard error. Its warnings, such as of many
// iterations of its search for where two shapes touch, are for its makers: nobody who runs a scene could do
// anything about them, and they would be lines among a program's own.
void cpMessage(
    const char *condition, const char *file, int line, int is_error, int is_hard, const char *message, ...) {
  (void)is_hard;
  if (!is_error) return;
  va_list arguments;
  va_start(arguments, message);
  fputs("Chipmunk: ", stderr);
  vfprintf(stderr, message, arguments);
  va_end(arguments);
  fprintf(stderr, " (%s, %s:%d)\n", condition, file, line);
}
