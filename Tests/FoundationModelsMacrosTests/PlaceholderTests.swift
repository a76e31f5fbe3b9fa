import Testing

@Suite("Macro plug-in")
struct MacroPlugInTests {}
