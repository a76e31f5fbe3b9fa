// What each nonterminal may become. Alternatives that can never be finished are left out here, so that no state is a dead
// end. The first of the cheapest alternatives is the one that the witness takes.

/// The texts between values.
internal struct Punctuation {
    var openObject: Int32 = 0
    var closeObject: Int32 = 0
    var openArray: Int32 = 0
    var closeArray: Int32 = 0
    var comma: Int32 = 0
    var colon: Int32 = 0
    var commaBytes: [UInt8] = []
    var colonBytes: [UInt8] = []

    init() {}

    init(spacing: Grammar.Spacing, _ texts: inout TextTable, _ vocabulary: VocabularyTrie) {
        commaBytes = Array((spacing == .compact ? "," : ", ").utf8)
        colonBytes = Array((spacing == .compact ? ":" : ": ").utf8)
        openObject = texts.number(Array("{".utf8), vocabulary)
        closeObject = texts.number(Array("}".utf8), vocabulary)
        openArray = texts.number(Array("[".utf8), vocabulary)
        closeArray = texts.number(Array("]".utf8), vocabulary)
        comma = texts.number(commaBytes, vocabulary)
        colon = texts.number(colonBytes, vocabulary)
    }
}

extension Parser {
    /// What stands before the next member or element.
    private mutating func separator(_ count: Int) -> [Int32] { count > 0 ? [literal(punctuation.comma)] : [] }

    mutating func alternatives(_ number: Int32) -> [[Int32]] {
        let symbol = symbols[Int(number)]
        switch symbol.kind {
        case .literal, .lexeme, .capture, .unknown: return []
        case .value:
            guard nodeCharge[Int(symbol.a)] < Charge.infinite else { return [] }
            switch nodes[Int(symbol.a)] {
            case .lexeme(let state): return [[self.symbol(Symbol(kind: .lexeme, a: state))]]
            case .choice(let options):
                return options.filter { nodeCharge[Int($0)] < Charge.infinite }
                    .map { [self.symbol(Symbol(kind: .value, a: $0))] }
            case .object:
                return [[literal(punctuation.openObject), self.symbol(Symbol(kind: .object, a: symbol.a))]]
            case .array: return [[literal(punctuation.openArray), self.symbol(Symbol(kind: .array, a: symbol.a))]]
            }
        case .object:
            guard case .object(let object) = nodes[Int(symbol.a)] else { return [] }
            return objectAlternatives(object, symbol, number)
        case .array:
            guard case .array(let array) = nodes[Int(symbol.a)] else { return [] }
            return arrayAlternatives(array, symbol, number)
        }
    }

    /// The closing of an object or array that may close here; else nothing.
    mutating func closing(_ number: Int32) -> [Int32] {
        let symbol = symbols[Int(number)]
        switch symbol.kind {
        case .object:
            guard case .object(let object) = nodes[Int(symbol.a)] else { return [] }
            let place = Int(symbol.b)
            let isWhole = place == object.memberCount || object.nextRequired[place] == object.memberCount
            return isWhole && Int(symbol.c) >= object.minimum ? [literal(punctuation.closeObject)] : []
        case .array:
            guard case .array(let array) = nodes[Int(symbol.a)] else { return [] }
            let isWhole = Int(symbol.b) >= array.minimum && Int(symbol.c) >= array.contains?.minimum ?? 0
            return isWhole ? [literal(punctuation.closeArray)] : []
        case .literal, .lexeme, .capture, .unknown, .value: return []
        }
    }

    private mutating func objectAlternatives(
        _ object: CompiledObject, _ symbol: Symbol, _ number: Int32
    ) -> [[Int32]] {
        var result: [[Int32]] = []
        let count = Int(symbol.c)
        let mayGrow = object.maximum.map { count < $0 } ?? true
        let after = Int32(min(count + 1, object.countLimit))
        let members = object.memberCount
        var place = Int(symbol.b)
        let required = place < members ? object.nextRequired[place] : members
        while mayGrow, place < members, place <= required {
            let next = object.charges[(place + 1) * object.width + min(Int(after), object.width - 1)]
            if next < Charge.infinite, nodeCharge[Int(object.value[place])] < Charge.infinite {
                let text = count > 0 ? object.laterText[place] : object.firstText[place]
                if texts.charge(text, from: 0) < Charge.infinite {
                    result.append([
                        literal(text), self.symbol(Symbol(kind: .value, a: object.value[place])),
                        self.symbol(Symbol(kind: .object, a: symbol.a, b: Int32(place + 1), c: after)),
                    ])
                }
            }
            place += 1
        }
        guard required == members else { return result }
        if count >= object.minimum { result.append([literal(punctuation.closeObject)]) }
        if mayGrow {
            let owner =
                Int(symbol.b) == members
                ? number
                : self.symbol(Symbol(kind: .object, a: symbol.a, b: Int32(members), c: symbol.c, d: symbol.d))
            for group in object.groupName.indices {
                guard let capture = captureSymbol(object.groupName[group], used: symbol.d, owner: owner, kind: group)
                else { continue }
                result.append(separator(count) + [capture])
            }
        }
        return result
    }

    private mutating func arrayAlternatives(
        _ array: CompiledArray, _ symbol: Symbol, _ number: Int32
    ) -> [[Int32]] {
        var result: [[Int32]] = []
        let count = Int(symbol.b)
        let matches = Int(symbol.c)
        if count >= array.minimum, matches >= array.contains?.minimum ?? 0 {
            result.append([literal(punctuation.closeArray)])
        }
        for element in elements(array, count: count, matches: matches) {
            let after = self.symbol(
                Symbol(
                    kind: .array, a: symbol.a, b: Int32(array.next(count)),
                    c: Int32(array.nextMatches(matches, element)),
                    d: symbol.d))
            if array.isDistinct {
                guard let spelling = array.spelling[element.kind] else { continue }
                guard let capture = captureSymbol(spelling, used: symbol.d, owner: number, kind: element.kind)
                else { continue }
                result.append(separator(count) + [capture])
            } else {
                guard nodeCharge[Int(element.node)] < Charge.infinite, charge(ofSymbol: after) < Charge.infinite else {
                    continue
                }
                result.append(separator(count) + [self.symbol(Symbol(kind: .value, a: element.node)), after])
            }
        }
        return result
    }

    /// What may stand next in an array, by its shape alone.
    func elements(_ array: CompiledArray, count: Int, matches: Int) -> [ArrayElement] {
        if let maximum = array.maximum, count >= maximum { return [] }
        if let contains = array.contains {
            var result: [ArrayElement] = []
            if contains.maximum.map({ matches < $0 }) ?? true {
                result.append(ArrayElement(node: contains.matching, kind: array.prefix.count + 1))
            }
            if let other = contains.other { result.append(ArrayElement(node: other, kind: array.prefix.count + 2)) }
            return result
        }
        if count < array.prefix.count { return [ArrayElement(node: array.prefix[count], kind: count)] }
        return array.rest.map { [ArrayElement(node: $0, kind: array.prefix.count)] } ?? []
    }
}

internal struct ArrayElement {
    let node: Int32
    /// A place in the prefix; then rest, matching, other.
    let kind: Int
}

extension CompiledArray {
    func next(_ count: Int) -> Int { min(count + 1, countLimit) }

    func nextMatches(_ matches: Int, _ element: ArrayElement) -> Int {
        guard let contains, element.kind == prefix.count + 1 else { return matches }
        return min(matches + 1, contains.countLimit)
    }
}
