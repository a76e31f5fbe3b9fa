// The macros by the names that their declarations use.

extension MacroTable {
    static let all = MacroTable(
        attached: [
            "GenerableMacro": { request throws(Diagnostic) in GenerableExpander(request).expansion() },
            "GuideMacro": { request throws(Diagnostic) in try GuideExpander.expand(request) },
            "EntryMacro": { request throws(Diagnostic) in try EntryExpander.expand(request) },
            "EntryDefaultValueMacro": { request throws(Diagnostic) in try EntryExpander.expandDefaultValue(request) },
        ],
        freestanding: [
            "PlaygroundMacro": { request throws(Diagnostic) in try PlaygroundExpander.expand(request) }
        ])
}
