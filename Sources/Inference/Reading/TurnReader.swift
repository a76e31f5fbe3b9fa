// One turn of a model, taken apart while it comes: what it says, what it thought, and what it calls. It works scalar by
// scalar, so that the result is the same whatever the pieces were, and tells nothing that it could have to take back.

internal import Tokenization

/// What may stand in a turn besides text.
struct TurnGrammar: Sendable {
    /// Nil: calls are text.
    var calls: ToolCallFormat?
    var toolNames: Set<String> = []
    /// Nil: reasoning is text.
    var reasoning: ReasoningFormat?
    /// Whether the prompt has opened the reasoning already.
    var startsInReasoning = false
}

/// Reads a turn from its beginning.
///
/// A marker that is a token of its own is recognized wherever it comes, and only as that token. A marker of text opens a
/// call at the start of a line, after spaces at most, and opens reasoning at the start of the turn; bare JSON is a call
/// only as the start of a turn. What could still become a marker is held back until it is one or can't be. A block behind
/// a marker of text that names no tool is text; so is bare JSON unless it names one of the tools and then its arguments.
/// Everything else that is wrong with a call is a `problem`, and nothing after it is read.
struct TurnReader: Sendable {
    /// A marker that came as a token.
    enum Marker: Sendable, Hashable, CaseIterable {
        case callOpening, callClosing, reasoningOpening, reasoningClosing
    }

    private enum State: Sendable, Hashable {
        case text
        case reasoning
        case call
        /// Behind a whole block: the closing marker is to come.
        case closing
    }

    private let grammar: TurnGrammar
    private var state: State
    /// Of the block under way, if one is.
    private var scanner: CallScanner?
    /// What was said, thought and called so far.
    private(set) var text = ""
    private(set) var reasoning = ""
    private(set) var calls: [ToolCallText] = []
    /// Calls whose arguments are complete.
    private(set) var wholeCalls = 0
    private(set) var problem: MalformedToolCall?
    /// Whether the model goes on although its turn is over.
    private(set) var isTurnOver = false

    /// The beginning of what may be a marker.
    private var held: [Unicode.Scalar] = []
    /// White space behind the text or the reasoning, told as soon as something follows.
    private var space = String.UnicodeScalarView()
    /// The block under way from its marker on, and whether its marker was a token.
    private var block = String.UnicodeScalarView()
    private var hasTokenMarker = false
    /// Whether a call of the block under way has been told.
    private var hasTold = false
    private var lineIsBlank = true
    /// Whether nothing but white space and reasoning came yet; whether, after bare calls, another may follow.
    private var turnIsBlank = true
    private var followsBareCall = false
    private var dropsSpace = false
    /// Whether an answer with markers of its own has begun.
    private var isInMarkedAnswer = false
    /// Whether its closing marker came.
    private var answerIsOver = false

    init(_ grammar: TurnGrammar) {
        self.grammar = grammar
        state = grammar.startsInReasoning && grammar.reasoning != nil ? .reasoning : .text
        dropsSpace = isReasoning
    }

    var isReasoning: Bool {
        if case .reasoning = state { true } else { false }
    }

    /// Whether the model may still choose to think first.
    var isAtStart: Bool {
        guard case .text = state else { return false }
        return turnIsBlank && held.isEmpty && reasoning.isEmpty && !dropsSpace
    }

    /// The call whose arguments the model is writing now, as far as they came; nil before they begin and behind their end.
    var openCall: ToolCallText? {
        guard state == .call, let scanner, scanner.hasBegun, scanner.isInArguments else { return nil }
        return calls.last
    }

    /// Whether a call has just been opened by its marker, and nothing of it came yet.
    var hasJustOpened: Bool {
        guard state == .call, !hasTold, let opening = grammar.calls?.opening else { return false }
        return block.elementsEqual(opening.text.unicodeScalars)
    }

    // MARK: Reading

    mutating func read(_ text: String) {
        for scalar in text.unicodeScalars { read(scalar) }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        guard problem == nil, !isTurnOver else { return }
        switch state {
        case .text: readText(scalar)
        case .reasoning: readReasoning(scalar)
        case .call: readCall(scalar)
        case .closing: readClosing(scalar)
        }
    }

    mutating func read(_ marker: Marker) {
        guard problem == nil, !isTurnOver else { return }
        switch (state, marker) {
        case (.text, .callOpening), (.closing, .callOpening):
            releaseHeld()
            startBlock(grammar.calls?.opening?.text ?? "", isToken: true)
        case (.text, .reasoningOpening):
            releaseHeld()
            startReasoning()
        case (.reasoning, .reasoningClosing):
            releaseHeld()
            endReasoning()
        case (.reasoning, .callOpening): read(grammar.calls?.opening?.text ?? "")
        case (.reasoning, .callClosing): read(grammar.calls?.closing?.text ?? "")
        case (.call, _):
            refuse(.unexpected)
            if problem == nil { read(marker) }
        case (.closing, .callClosing): endBlock()
        case (.closing, _): refuse(.unexpected)
        case (.text, .callClosing), (.text, .reasoningClosing), (.reasoning, .reasoningOpening): break
        }
    }

    /// Ends the turn: the model ended it, or it was cut, in which case a call that lacks its end is no problem.
    mutating func finish(isCut: Bool) {
        guard problem == nil, !isTurnOver else { return }
        switch state {
        case .text, .reasoning: releaseHeld()
        case .closing: break
        case .call:
            if hasTold {
                if !isCut { refuse(.unfinished) }
            } else if isCut || !hasTokenMarker {
                replayBlock()
                finish(isCut: isCut)
                return
            } else {
                refuse(.unfinished)
            }
        }
        if calls.isEmpty, case .text = state { flushSpace() }
    }

    // MARK: Text

    private enum Opening { case call, reasoning, answer, answerEnd }

    /// Markers that the scalars held back may become.
    private var openings: [(scalars: [Unicode.Scalar], kind: Opening)] {
        var openings: [(scalars: [Unicode.Scalar], kind: Opening)] = []
        if lineIsBlank, let format = grammar.calls {
            for marker in [format.opening, format.otherOpening] {
                guard let marker, marker.token == nil else { continue }
                openings.append((Array(marker.text.unicodeScalars), .call))
            }
            if format.isBare, turnIsBlank || followsBareCall { openings.append((["{"], .call)) }
        }
        if turnIsBlank, reasoning.isEmpty, let marker = grammar.reasoning?.opening, marker.token == nil {
            openings.append((Array(marker.text.unicodeScalars), .reasoning))
        }
        if isInMarkedAnswer {
            openings.append((Array(ReasoningFormat.answerClosing.unicodeScalars), .answerEnd))
        } else if grammar.reasoning?.marksAnswer == true, turnIsBlank, !reasoning.isEmpty {
            openings.append((Array(ReasoningFormat.answerOpening.unicodeScalars), .answer))
        }
        return openings
    }

    private mutating func readText(_ scalar: Unicode.Scalar) {
        let mayEndAnswer = isInMarkedAnswer && (scalar == "<" || !held.isEmpty)
        if !lineIsBlank && !mayEndAnswer || held.isEmpty && scalar.properties.isWhitespace { return say(scalar) }
        if followsBareCall, held.isEmpty, scalar == grammar.calls?.separator { return }
        held.append(scalar)
        let possible = openings.filter { $0.scalars.starts(with: held) }
        guard let found = possible.first(where: { $0.scalars.count == held.count }) else {
            if possible.isEmpty, isInMarkedAnswer, scalar == "<", held.count > 1 {
                held.removeLast()
                releaseHeld()
                held = [scalar]
            } else if possible.isEmpty {
                releaseHeld()
            }
            return
        }
        let marker = held
        held = []
        switch found.kind {
        case .reasoning: startReasoning()
        case .answer: (isInMarkedAnswer, dropsSpace) = (true, true)
        case .answerEnd:
            space.removeAll()
            (isInMarkedAnswer, dropsSpace, answerIsOver) = (false, true, true)
        case .call where marker == ["{"]:
            startBlock("", isToken: false)
            read("{")
        case .call: startBlock(String(String.UnicodeScalarView(marker)), isToken: false)
        }
    }

    /// What was held back is no marker.
    private mutating func releaseHeld() {
        let scalars = held
        held = []
        for scalar in scalars {
            if isReasoning { think(scalar) } else { say(scalar) }
        }
    }

    private mutating func say(_ scalar: Unicode.Scalar) {
        guard !isTurnOver else { return }
        if scalar.properties.isWhitespace {
            if scalar == "\n" { lineIsBlank = true }
            space.append(scalar)
            if grammar.calls == nil, !isInMarkedAnswer { flushSpace() }
            return
        }
        if grammar.calls?.endsTurn == true && wholeCalls > 0 || answerIsOver {
            isTurnOver = true
            return
        }
        flushSpace()
        text.unicodeScalars.append(scalar)
        (lineIsBlank, turnIsBlank, followsBareCall, dropsSpace) = (false, false, false, false)
    }

    private mutating func flushSpace() {
        if !dropsSpace { text.unicodeScalars.append(contentsOf: space) }
        space.removeAll()
    }

    // MARK: Reasoning

    private mutating func startReasoning() {
        state = .reasoning
        if text.isEmpty { space.removeAll() } else { flushSpace() }
        if !reasoning.isEmpty { space = "\n\n".unicodeScalars }
    }

    private mutating func endReasoning() {
        space.removeAll()
        state = .text
        dropsSpace = text.isEmpty
        lineIsBlank = true
    }

    private mutating func readReasoning(_ scalar: Unicode.Scalar) {
        guard let marker = grammar.reasoning?.closing, marker.token == nil else { return think(scalar) }
        let closing = Array(marker.text.unicodeScalars)
        held.append(scalar)
        if held == closing {
            held = []
            endReasoning()
        } else if !closing.starts(with: held) {
            // The first scalar of a closing marker stands nowhere else in it.
            held.removeLast()
            releaseHeld()
            if scalar == closing.first { held = [scalar] } else { think(scalar) }
        }
    }

    /// Reasoning without the white space around it.
    private mutating func think(_ scalar: Unicode.Scalar) {
        if scalar.properties.isWhitespace {
            space.append(scalar)
            return
        }
        if !reasoning.isEmpty { reasoning.unicodeScalars.append(contentsOf: space) }
        space.removeAll()
        reasoning.unicodeScalars.append(scalar)
    }
}

// MARK: Calls

extension TurnReader {
    private mutating func startBlock(_ marker: String, isToken: Bool) {
        guard let format = grammar.calls else { return }
        block = marker.unicodeScalars
        (hasTokenMarker, hasTold) = (isToken, false)
        state = .call
        scanner = CallScanner(format: format, toolNames: grammar.toolNames, isBare: marker.isEmpty && !isToken)
    }

    private mutating func readCall(_ scalar: Unicode.Scalar) {
        block.append(scalar)
        guard let event = scanner?.read(scalar) else { return }
        switch event {
        case .none: break
        case .began(let name, let arguments):
            calls.append(ToolCallText(name: name, arguments: arguments))
            hasTold = true
        case .argument(let scalar): calls[calls.count - 1].arguments.unicodeScalars.append(scalar)
        case .callEnded:
            if calls[calls.count - 1].arguments.isEmpty { calls[calls.count - 1].arguments = "{}" }
        case .refused(let reason): return refuse(reason)
        case .blockEnded: break
        }
        guard let scanner else { return }
        if scanner.hasBegun, scanner.hasWholeArguments { wholeCalls = calls.count }
        if scanner.isWhole { blockIsWhole() }
    }

    /// The JSON of a block is whole: its closing marker comes next, if it has one.
    private mutating func blockIsWhole() {
        if grammar.calls?.closing == nil { endBlock() } else { state = .closing }
    }

    private mutating func readClosing(_ scalar: Unicode.Scalar) {
        block.append(scalar)
        guard let closing = grammar.calls?.closing else { return endBlock() }
        if held.isEmpty, scalar.properties.isWhitespace { return }
        if held.isEmpty, scalar == "{" || scalar == "[" {
            // Another call without a marker of its own.
            startBlock("", isToken: true)
            return read(scalar)
        }
        held.append(scalar)
        let wanted = Array(closing.text.unicodeScalars)
        guard closing.token == nil, wanted.starts(with: held) else {
            held = []
            if grammar.calls?.endsTurn == true { isTurnOver = true } else { refuse(.unexpected) }
            return
        }
        if held.count == wanted.count { endBlock() }
    }

    private mutating func endBlock() {
        held = []
        block.removeAll()
        state = .text
        lineIsBlank = true
        followsBareCall = grammar.calls?.isBare == true
        dropsSpace = text.isEmpty
    }

    /// The block is no call: it becomes text where nothing was told and no token marked it, else a problem.
    private mutating func refuse(_ reason: MalformedToolCall.Reason) {
        let isMarked = hasTokenMarker || reason == .unknownTool && !isBareBlock
        guard hasTold || isMarked else { return replayBlock() }
        let isOfLast = state == .closing || scanner?.hasBegun == true
        let index = isOfLast ? calls.count - 1 : calls.count
        problem = MalformedToolCall(
            index: index, name: isOfLast ? calls[index].name : scanner?.name, text: String(block), reason: reason)
        held = []
    }

    private var isBareBlock: Bool { grammar.calls?.isBare == true && block.first == "{" }

    /// Takes the block for the text that it is: its first scalar begins no marker, what follows may.
    private mutating func replayBlock() {
        let scalars = block
        block.removeAll()
        state = .text
        guard let first = scalars.first else { return }
        say(first)
        for scalar in scalars.dropFirst() { read(scalar) }
    }
}
