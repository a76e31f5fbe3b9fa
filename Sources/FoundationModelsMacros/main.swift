// The plug-in that expands the macros of FoundationModels and Playgrounds: answers the compiler on standard input until it
// closes. It speaks the compiler's protocol itself and imports no library beyond C's, since every compiler process starts it.

MessageChannel().serve(PluginServer(macros: .all))
