// The syntax tree of a template. What reads from left to right without nesting (sums, comparisons, `and`, attributes and
// filters one after another) is one flat node, so that the height of a tree is the nesting that the author wrote.

struct JinjaExpression: Sendable {
    indirect enum Kind: Sendable {
        case literal(JinjaValue)
        case name(String)
        case list([JinjaExpression])
        case tuple([JinjaExpression])
        case dictionary([(key: JinjaExpression, value: JinjaExpression)])
        case not(JinjaExpression)
        case sign(JinjaExpression, isNegative: Bool)
        /// Operators of one precedence, applied from the left.
        case arithmetic(JinjaExpression, [Operation])
        case all([JinjaExpression])
        case any([JinjaExpression])
        /// `a < b <= c`: every neighbouring pair holds.
        case comparison(JinjaExpression, [Comparison])
        case conditional(JinjaExpression, condition: JinjaExpression, otherwise: JinjaExpression?)
        case postfix(JinjaExpression, [Step])
    }

    struct Operation: Sendable {
        let symbol: String
        let operand: JinjaExpression
        let position: TemplatePosition
    }

    struct Comparison: Sendable {
        /// `==`, `<`, …, `in`, `not in`.
        let symbol: String
        let operand: JinjaExpression
        let position: TemplatePosition
    }

    /// What follows a value and makes another of it.
    struct Step: Sendable {
        enum Kind: Sendable {
            case attribute(String)
            case item(JinjaExpression)
            case slice(start: JinjaExpression?, end: JinjaExpression?, stride: JinjaExpression?)
            case call(JinjaArguments)
            case filter(String, JinjaArguments)
            case test(String, JinjaArguments, isNegated: Bool)
        }

        let kind: Kind
        let position: TemplatePosition
    }

    let kind: Kind
    let position: TemplatePosition
}

/// Arguments as written.
struct JinjaArguments: Sendable {
    var positional: [JinjaExpression] = []
    var named: [(name: String, value: JinjaExpression)] = []
    /// `*rest` and `**rest`.
    var rest: JinjaExpression?
    var namedRest: JinjaExpression?
}

/// What is assigned to.
indirect enum JinjaTarget: Sendable {
    case name(String)
    case tuple([JinjaTarget])
    case attribute(namespace: String, name: String)
}

struct JinjaStatement: Sendable {
    indirect enum Kind: Sendable {
        case text(TracedText)
        case output(JinjaExpression)
        case condition([Branch], otherwise: [JinjaStatement])
        case loop(Loop)
        case assign(JinjaTarget, JinjaExpression)
        /// `{% set x %}…{% endset %}`
        case capture(JinjaTarget, filters: [JinjaExpression.Step], body: [JinjaStatement])
        case macro(JinjaMacro)
        /// `{% call(a) f(b) %}…{% endcall %}`: the body is a macro that `f` finds as `caller`.
        case call(JinjaExpression, caller: JinjaMacro)
        case filter([JinjaExpression.Step], body: [JinjaStatement])
        case with([(target: JinjaTarget, value: JinjaExpression)], body: [JinjaStatement])
        /// `{% generation %}…{% endgeneration %}`: marks what the model wrote, and changes nothing.
        case generation([JinjaStatement])
        case breakLoop
        case continueLoop
    }

    struct Branch: Sendable {
        let condition: JinjaExpression
        let body: [JinjaStatement]
    }

    struct Loop: Sendable {
        let target: JinjaTarget
        let items: JinjaExpression
        let condition: JinjaExpression?
        let body: [JinjaStatement]
        let otherwise: [JinjaStatement]
    }

    let kind: Kind
    let position: TemplatePosition
}

struct JinjaMacro: Sendable {
    let name: String
    let parameters: [(name: String, defaultValue: JinjaExpression?)]
    let body: [JinjaStatement]
    /// Whether it uses `varargs` or `kwargs`, and so takes any arguments.
    let takesSurplus: Bool
}
