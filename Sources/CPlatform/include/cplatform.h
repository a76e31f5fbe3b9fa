// Calls to the system that Swift on Linux does not see.
#pragma once
