// Letter case and classes of traced text, with the results of Python's methods of the same names. A letter that becomes
// several (ß) hands its provenance to each.

extension TracedText {
    private func mapped(_ transform: (Unicode.Scalar, Int) -> String) -> TracedText {
        var result = TracedText()
        result.scalars.reserveCapacity(count)
        for (index, element) in scalars.enumerated() {
            for scalar in transform(element.scalar, index).unicodeScalars {
                result.scalars.append(TracedScalar(scalar: scalar, isTrusted: element.isTrusted))
            }
        }
        return result
    }

    func uppercased() -> TracedText { mapped { scalar, _ in scalar.properties.uppercaseMapping } }
    func lowercased() -> TracedText { mapped { scalar, index in lowercase(scalar, at: index) } }

    /// The first letter upper case, the others lower case.
    func capitalized() -> TracedText {
        mapped { scalar, index in index == 0 ? scalar.properties.titlecaseMapping : lowercase(scalar, at: index) }
    }

    /// Every letter after a caseless scalar upper case, the others lower case: Python's `str.title`.
    func titlecased() -> TracedText {
        mapped { scalar, index in
            index > 0 && scalars[index - 1].scalar.properties.isCased
                ? lowercase(scalar, at: index) : scalar.properties.titlecaseMapping
        }
    }

    /// The first scalar of every word upper case, the others lower case, where words begin after white space and opening
    /// brackets only: Jinja's `title` filter.
    func wordsCapitalized() -> TracedText {
        mapped { scalar, index in
            let startsWord =
                index == 0 || scalars[index - 1].scalar.isPythonSpace
                || "-({[<".unicodeScalars.contains(
                    scalars[index - 1].scalar)
            return startsWord ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
        }
    }

    func caseSwapped() -> TracedText {
        mapped { scalar, index in
            if scalar.properties.isUppercase { return lowercase(scalar, at: index) }
            return scalar.properties.isLowercase ? scalar.properties.uppercaseMapping : String(scalar)
        }
    }

    /// Sigma ends a word in a form of its own; all other letters don't look at their neighbours.
    private func lowercase(_ scalar: Unicode.Scalar, at index: Int) -> String {
        guard scalar == "\u{3A3}" else { return scalar.properties.lowercaseMapping }
        let before = scalars[..<index].last { !$0.scalar.properties.isCaseIgnorable }
        let after = scalars[(index + 1)...].first { !$0.scalar.properties.isCaseIgnorable }
        let endsWord = before?.scalar.properties.isCased == true && after?.scalar.properties.isCased != true
        return endsWord ? "\u{3C2}" : "\u{3C3}"
    }

    /// True if there is a scalar and each satisfies `predicate`.
    func consists(of predicate: (Unicode.Scalar) -> Bool) -> Bool {
        !isEmpty && scalars.allSatisfy { predicate($0.scalar) }
    }

    var isUppercase: Bool {
        scalars.contains { $0.scalar.properties.isUppercase }
            && !scalars.contains { $0.scalar.properties.isLowercase || $0.scalar.isTitlecase }
    }

    var isLowercase: Bool {
        scalars.contains { $0.scalar.properties.isLowercase }
            && !scalars.contains { $0.scalar.properties.isUppercase || $0.scalar.isTitlecase }
    }
}

extension Unicode.Scalar {
    var isTitlecase: Bool { properties.generalCategory == .titlecaseLetter }

    /// A letter of any script.
    var isPythonAlpha: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    var isPythonDecimal: Bool { properties.numericType == .decimal }
    var isPythonDigit: Bool { properties.numericType == .decimal || properties.numericType == .digit }
    var isPythonNumeric: Bool { properties.numericType != nil }
    var isPythonAlphanumeric: Bool { isPythonAlpha || isPythonNumeric }

    /// What may stand in a name of a template.
    var isNamePart: Bool { self == "_" || isPythonAlphanumeric }
}
