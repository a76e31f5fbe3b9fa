// docs/FoundationModels.md and docs/Format-tests.md, held by a test: every test that they name exists, and every line says what
// becomes of it.

import Foundation
import TestSupport
import Testing

@Suite("The checklist of the API")
struct ChecklistTests {
    private let page: String
    private let formatPage: String

    init() throws {
        page = try String(
            contentsOf: Locations.repository.appending(path: "docs/FoundationModels.md"), encoding: .utf8)
        formatPage = try String(
            contentsOf: Locations.repository.appending(path: "docs/Format-tests.md"), encoding: .utf8)
    }

    /// The functions of each type whose name ends in `Tests`.
    private func functions() -> [String: Set<String>] {
        let root = Locations.repository.appending(path: "Tests")
        var functions: [String: Set<String>] = [:]
        for case let url as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init()
        {
            guard url.pathExtension == "swift", let text = try? String(contentsOf: url, encoding: .utf8) else {
                continue
            }
            var suite: String?
            for line in text.split(separator: "\n") {
                if let match = line.firstMatch(of: #/\b(?:struct|class|extension) (\w+Tests)\b/#) {
                    suite = String(match.1)
                }
                if let suite, let match = line.firstMatch(of: #/\bfunc (\w+)[(<]/#) {
                    functions[suite, default: []].insert(String(match.1))
                }
            }
        }
        return functions
    }

    @Test("Every test that it names exists")
    func testsExist() {
        let functions = functions()
        let named = page.matches(of: #/`(\w+Tests)\.(\w+)`/#)
        #expect(named.count > 200)
        let missing = named.filter { functions[String($0.1)]?.contains(String($0.2)) != true }
        #expect(missing.map { String($0.0) } == [])
    }

    @Test("Every test of the format's features exists, and every feature has one")
    func formatTestsExist() {
        let functions = functions()
        let named = formatPage.matches(of: #/`(\w+Tests)\.(\w+)`/#)
        let missing = named.filter { functions[String($0.1)]?.contains(String($0.2)) != true }
        #expect(missing.map { String($0.0) } == [])
        let lines = formatPage.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| --") }
        #expect(lines.count == 47)
        #expect(lines.dropFirst().filter { !$0.contains("Tests.") } == [])
    }

    @Test("Each of its lines is held by a test, or says why it is left out")
    func linesAreHeld() {
        let lines = page.split(separator: "\n").filter {
            $0.hasPrefix("| ") && !$0.hasPrefix("| |") && !$0.hasPrefix("| --")
        }
        #expect(lines.count == 173)
        let bare = lines.filter { !$0.contains("Tests.") && !$0.hasPrefix("| – |") }
        #expect(bare == [])
    }
}
