#include "solver.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

// Threads that do pieces of work, the caller being one more. Which thread does a piece changes nothing but
// time.
//
// A step has several pieces of work, some microseconds apart, and to wake a thread takes some fifty. So while
// a step goes on whose like was divided, threads look out for the next piece, and for a moment after it, as
// steps often follow each other; then they sleep, and are woken while the next step's shapes are placed.

struct crew {
  pthread_t threads[MAX_PARTS];
  int thread_count;

  /// The work at hand. It is written while no piece is left, and read by who has taken one.
  void (*work)(void *context, int piece);
  void *context;
  int count;
  /// The pieces that nobody has taken yet: the first in the lower half, the one after the last in the upper.
  _Atomic uint64_t left;
  /// How many are done.
  _Atomic int done;
  /// Whether a step goes on that has more work to divide.
  _Atomic bool is_needed;
  /// Whether the step had work to divide.
  bool was_used;

  // For who has looked out in vain.
  pthread_mutex_t mutex;
  pthread_cond_t has_news, is_done;
  _Atomic bool is_ending;
};

/// How often a thread looks before it gives way to others within a step, and after a step before it sleeps:
/// for 10 to 90 microseconds, by processor.
enum { LOOKS = 2000 };

static inline void pause_briefly(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

static inline uint64_t pieces(uint32_t first, uint32_t end) { return (uint64_t)end << 32 | first; }

/// Whether a piece is left to take.
static inline bool has_work(struct crew *crew) {
  uint64_t left = atomic_load(&crew->left);
  return (uint32_t)left < left >> 32;
}

/// Does pieces until none is left, from the first on or from the last. The caller takes the last: so with two
/// threads each comes to the pieces whose memory it has from the work before.
static void take_pieces(struct crew *crew, bool takes_last) {
  uint64_t left = atomic_load(&crew->left);
  for (;;) {
    uint32_t first = (uint32_t)left, end = (uint32_t)(left >> 32);
    if (first >= end) return;
    // Where somebody else took it, `left` is what is left now.
    uint64_t others = takes_last ? pieces(first, end - 1) : pieces(first + 1, end);
    if (!atomic_compare_exchange_weak(&crew->left, &left, others)) continue;
    int count = crew->count;
    crew->work(crew->context, (int)(takes_last ? end - 1 : first));
    if (atomic_fetch_add(&crew->done, 1) + 1 == count) {
      pthread_mutex_lock(&crew->mutex);
      pthread_cond_signal(&crew->is_done);
      pthread_mutex_unlock(&crew->mutex);
    }
    left = atomic_load(&crew->left);
  }
}

static void *wait_for_work(void *crew_) {
  struct crew *crew = crew_;
  for (;;) {
    int looks = 0;
    bool is_needed = false;
    while (!has_work(crew)) {
      bool was_needed = is_needed;
      is_needed = atomic_load(&crew->is_needed);
      // A step is over: the next one may be about to begin.
      if (was_needed && !is_needed) looks = 0;
      if (looks < LOOKS) {
        looks++;
        pause_briefly();
      } else if (is_needed) {
        sched_yield();
      } else {
        break;
      }
    }
    if (!has_work(crew)) {
      pthread_mutex_lock(&crew->mutex);
      while (!has_work(crew) && !atomic_load(&crew->is_needed) && !atomic_load(&crew->is_ending))
        pthread_cond_wait(&crew->has_news, &crew->mutex);
      bool is_ending = atomic_load(&crew->is_ending);
      pthread_mutex_unlock(&crew->mutex);
      if (is_ending) return NULL;
    }
    take_pieces(crew, false);
  }
}

/// NULL, or fewer threads than asked for, where the system has no more.
static struct crew *new_crew(int threads) {
  struct crew *crew = calloc(1, sizeof *crew);
  if (!crew) return NULL;
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->has_news, NULL);
  pthread_cond_init(&crew->is_done, NULL);
  // Signals are for the threads that a program knows of.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (int i = 1; i < threads; i++)
    if (pthread_create(&crew->threads[crew->thread_count], NULL, wait_for_work, crew) == 0)
      crew->thread_count++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return crew;
}

static void wake(struct crew *crew) {
  pthread_mutex_lock(&crew->mutex);
  pthread_cond_broadcast(&crew->has_news);
  pthread_mutex_unlock(&crew->mutex);
}

void free_crew(struct crew *crew) {
  if (!crew) return;
  atomic_store(&crew->is_ending, true);
  wake(crew);
  for (int i = 0; i < crew->thread_count; i++) pthread_join(crew->threads[i], NULL);
  pthread_mutex_destroy(&crew->mutex);
  pthread_cond_destroy(&crew->has_news);
  pthread_cond_destroy(&crew->is_done);
  free(crew);
}

void call_crew(ctumble_solver *solver) {
  struct crew *crew = solver->crew;
  if (!crew || !crew->was_used) return;
  crew->was_used = false;
  atomic_store(&crew->is_needed, true);
  wake(crew);
}

void dismiss_crew(ctumble_solver *solver) {
  if (solver->crew) atomic_store(&solver->crew->is_needed, false);
}

void for_each_piece(
    ctumble_solver *solver, int count, void (*work)(void *context, int piece), void *context) {
  if (count > 1 && solver->threads > 1 && !solver->crew) solver->crew = new_crew(solver->threads);
  struct crew *crew = solver->crew;
  if (count < 2 || !crew) {
    for (int i = 0; i < count; i++) work(context, i);
    return;
  }
  crew->was_used = true;
  crew->work = work;
  crew->context = context;
  crew->count = count;
  atomic_store(&crew->done, 0);
  atomic_store(&crew->left, pieces(0, (uint32_t)count));
  // Who is called looks out by itself.
  if (!atomic_load(&crew->is_needed)) wake(crew);
  take_pieces(crew, true);
  for (int i = 0; i < LOOKS && atomic_load(&crew->done) < count; i++) pause_briefly();
  if (atomic_load(&crew->done) == count) return;
  pthread_mutex_lock(&crew->mutex);
  while (atomic_load(&crew->done) < count) pthread_cond_wait(&crew->is_done, &crew->mutex);
  pthread_mutex_unlock(&crew->mutex);
}
