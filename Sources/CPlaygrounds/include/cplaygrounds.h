// The records that `#Playground` leaves in the program's file, in a section of their own.

#pragma once

// Calls every record of the program, in the order of linking. Each adds its block to the list that Swift holds.
void cpg_add_all(void);
