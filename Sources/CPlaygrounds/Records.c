// Finds the records by the names that the linker gives to the bounds of a section. A program without records links, too.

#include "cplaygrounds.h"

typedef void (*cpg_record)(void);

#if defined(__APPLE__)
extern const cpg_record cpg_first __asm("section$start$__DATA$playgrounds");
extern const cpg_record cpg_last __asm("section$end$__DATA$playgrounds");
#else
// The section's name is a C identifier, which has the linker define these two. They are weak, for programs without it.
extern const cpg_record cpg_first __asm__("__start_playgrounds") __attribute__((weak, visibility("hidden")));
extern const cpg_record cpg_last __asm__("__stop_playgrounds") __attribute__((weak, visibility("hidden")));
#endif

void cpg_add_all(void) {
    for (const cpg_record *record = &cpg_first; record < &cpg_last; record++)
        // The sanitizers pad sections with zeros.
        if (*record) (*record)();
}
