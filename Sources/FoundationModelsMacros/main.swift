// The plug-in that expands the macros of FoundationModels: answers the compiler on standard input until it closes.
