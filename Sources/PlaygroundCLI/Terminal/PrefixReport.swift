// What people are told of the prefix cache when a command ends: nothing, where nothing was the matter.

internal import Models

/// Words for what the prefix cache of this process did.
enum PrefixReport {
    /// Damage that was found, writing that failed, and what the verify mode saw.
    static func lines(_ figures: PrefixActivity.Figures) -> [String] {
        var lines: [String] = []
        if figures.defectCount > 0 {
            let kinds = PrefixDefect.allCases.compactMap { defect in
                figures.defects[defect].map { "\($0) \(defect.rawValue)" }
            }
            lines.append(
                "prefix cache: \(figures.defectCount) damaged \(noun(figures.defectCount)) not used, put into quarantine ("
                    + "\(kinds.joined(separator: ", "))); answers are computed as without")
        }
        if figures.comparedBlocks > 0 {
            let different = figures.defects[.comparison] ?? 0
            lines.append(
                "prefix cache: \(figures.comparedBlocks) \(noun(figures.comparedBlocks)) computed again, "
                    + (different == 0 ? "all equal bit for bit" : "\(different) DIFFERENT [prefix.comparison]"))
        }
        if let failure = figures.writeFailure {
            lines.append("prefix cache: nothing more is kept for later runs: \(failure)")
        }
        return lines
    }

    private static func noun(_ count: Int) -> String { count == 1 ? "block" : "blocks" }
}
