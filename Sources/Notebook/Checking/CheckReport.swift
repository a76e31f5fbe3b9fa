// What a check found, for machines that show it elsewhere: JUnit XML, which CI systems know, and the annotations of GitHub.

/// The findings of a check, case by case. A case is a cell.
package struct CheckReport: Sendable, Equatable {
    /// One thing that is wrong.
    package struct Problem: Sendable, Equatable {
        /// A state such as `stale`, or the code of an expectation.
        package var kind: String
        package var message: String
        package var location: SourceLocation

        package init(kind: String, message: String, location: SourceLocation) {
            self.kind = kind
            self.message = message
            self.location = location
        }
    }

    package struct Case: Sendable, Equatable {
        package var playground: String
        package var name: String
        package var location: SourceLocation
        package var problems: [Problem]

        package init(playground: String, name: String, location: SourceLocation, problems: [Problem]) {
            self.playground = playground
            self.name = name
            self.location = location
            self.problems = problems
        }
    }

    package var cases: [Case]

    package init(cases: [Case] = []) { self.cases = cases }

    /// JUnit XML as CI systems read it: a suite a playground, a case a cell, with file and line.
    package var junit: String {
        var playgrounds: [String] = []
        for one in cases where !playgrounds.contains(one.playground) { playgrounds.append(one.playground) }
        let suites = HTML { xml in
            xml.element("testsuites", ["name": "playground check"]) { xml in
                for playground in playgrounds {
                    let own = cases.filter { $0.playground == playground }
                    xml.newline()
                    xml.element(
                        "testsuite",
                        [
                            "name": playground, "tests": "\(own.count)",
                            "failures": "\(own.count { !$0.problems.isEmpty })", "errors": "0", "skipped": "0",
                        ]
                    ) { xml in
                        for one in own {
                            xml.newline()
                            xml.element("testcase", Self.attributes(one)) { xml in
                                for problem in one.problems {
                                    xml.element(
                                        "failure", ["type": problem.kind, "message": Self.firstLine(problem.message)],
                                        text: "\(problem.location.place): \(problem.message)")
                                }
                            }
                        }
                        xml.newline()
                    }
                }
                xml.newline()
            }
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(suites.text)\n"
    }

    private static func attributes(_ one: Case) -> KeyValuePairs<String, String> {
        [
            "name": one.name, "classname": one.playground, "file": one.location.file,
            "line": "\(one.location.line)", "time": "0",
        ]
    }

    private static func firstLine(_ text: String) -> String {
        String(text.prefix { !$0.isNewline })
    }

    /// Workflow commands of GitHub Actions, a line a problem.
    package var github: String {
        cases.flatMap(\.problems).map { problem in
            let place = problem.location
            let properties =
                "file=\(Self.property(place.file)),line=\(place.line),col=\(place.column),"
                + "title=\(Self.property(problem.kind))"
            return "::error \(properties)::\(Self.data(problem.message))\n"
        }.joined()
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
