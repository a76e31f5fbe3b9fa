// Runs a template: the state of one rendering, its scopes, its limits. What runs is in the extensions: statements,
// expressions, operators, calls, filters, tests, methods.

struct JinjaInterpreter {
    /// The variables of one block, and the block around it.
    private struct Scope {
        var variables: [String: JinjaValue] = [:]
        var parent: Int?
    }

    /// A macro and the scope that it was written in.
    struct Closure {
        let macro: JinjaMacro
        let scope: Int
        let caller: JinjaValue?
    }

    private var scopes: [Scope]
    private var scope = 0
    var macros: [Closure] = []
    var namespaces: [JinjaDictionary] = []
    /// What `cycler`, `joiner` and `loop.changed` remember.
    var cells: [JinjaValue] = []
    /// The text made so far, of the innermost block that captures its text.
    private(set) var output = TracedText()
    let now: CivilDate?
    let limits: TemplateLimits
    /// Where the work is: the place that an error names.
    var position = TemplatePosition(line: 1, column: 1)
    private var depth = 0
    private var steps = 0

    init(variables: [String: JinjaValue], now: CivilDate?, limits: TemplateLimits) {
        scopes = [Scope(variables: variables)]
        self.now = now
        self.limits = limits
    }

    mutating func run(_ statements: [JinjaStatement]) throws(TemplateError) -> TracedText {
        try inScope { interpreter throws(TemplateError) in _ = try interpreter.execute(statements) }
        return output
    }

    func failure(_ kind: TemplateError.Kind) -> TemplateError {
        TemplateError(kind, at: position)
    }

    // MARK: Limits

    /// Counts a step, and one more for every 16 scalars or elements that it touches.
    mutating func charge(_ size: Int = 0) throws(TemplateError) {
        steps += 1 + size / 16
        if steps > limits.steps { throw failure(.tooMuchWork(limit: limits.steps)) }
    }

    /// Counts a text or list of `size` that is about to be made, and refuses one that is too long.
    mutating func reserve(_ size: Int) throws(TemplateError) {
        if size > limits.textLength { throw failure(.tooLong(limit: limits.textLength)) }
        try charge(size)
    }

    /// Does `body` one level further in.
    mutating func nested<Result>(
        _ body: (inout JinjaInterpreter) throws(TemplateError) -> Result
    ) throws(TemplateError) -> Result {
        depth += 1
        defer { depth -= 1 }
        if depth > limits.callDepth { throw failure(.tooDeep(limit: limits.callDepth)) }
        return try body(&self)
    }

    func checkDepth(_ value: JinjaValue) throws(TemplateError) {
        if value.depth > limits.valueDepth { throw failure(.tooDeep(limit: limits.valueDepth)) }
    }

    // MARK: Scopes

    /// Does `body` in a new scope inside of the current one, or of `parent`.
    mutating func inScope<Result>(
        of parent: Int? = nil, _ body: (inout JinjaInterpreter) throws(TemplateError) -> Result
    ) throws(TemplateError) -> Result {
        let outer = scope
        let macroCount = macros.count
        scopes.append(Scope(parent: parent ?? outer))
        scope = scopes.count - 1
        let inner = scope
        defer {
            // A macro written in here may live on in a variable further out, and needs its scope.
            if macros.count == macroCount { scopes.removeSubrange(inner...) }
            scope = outer
        }
        return try body(&self)
    }

    var currentScope: Int { scope }

    func lookUp(_ name: String) -> JinjaValue {
        var place: Int? = scope
        while let index = place {
            if let value = scopes[index].variables[name] { return value }
            place = scopes[index].parent
        }
        return .undefined("'\(name)' is undefined")
    }

    mutating func define(_ name: String, as value: JinjaValue) {
        scopes[scope].variables[name] = value
    }

    // MARK: Output

    mutating func write(_ text: TracedText) throws(TemplateError) {
        try reserve(text.count)
        output += text
        if output.count > limits.textLength { throw failure(.tooLong(limit: limits.textLength)) }
    }

    /// The text that `body` writes, instead of writing it.
    mutating func captured(
        _ body: (inout JinjaInterpreter) throws(TemplateError) -> Void
    ) throws(TemplateError) -> TracedText {
        let outer = output
        output = TracedText()
        try body(&self)
        let text = output
        output = outer
        return text
    }
}
