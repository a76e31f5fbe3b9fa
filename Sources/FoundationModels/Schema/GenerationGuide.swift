// What a developer asks of a generated value beyond its type.

public import FoundationEssentials

/// A demand on generated values of one type. Several on one property hold together.
public struct GenerationGuide<Value>: Sendable {
    let constraint: SchemaConstraint
}

extension GenerationGuide where Value == String {
    /// Exactly this text.
    public static func constant(_ value: String) -> GenerationGuide<String> {
        GenerationGuide(constraint: .constant(value))
    }

    /// One of these texts.
    public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
        GenerationGuide(constraint: .oneOf(values))
    }

    /// A text that the regular expression matches. Where Swift does not tell its text (one with a transforming closure, for
    /// instance), using the schema fails.
    public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
        GenerationGuide(constraint: SchemaConstraint(regex))
    }
}

extension GenerationGuide where Value == Int {
    /// This or more.
    public static func minimum(_ value: Int) -> GenerationGuide<Int> {
        GenerationGuide(constraint: .minimum(JSONNumber(value)))
    }

    /// This or less.
    public static func maximum(_ value: Int) -> GenerationGuide<Int> {
        GenerationGuide(constraint: .maximum(JSONNumber(value)))
    }

    /// Within these bounds, both included.
    public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
        GenerationGuide(
            constraint: .all([.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound))]))
    }
}

extension GenerationGuide where Value == Float {
    /// This or more.
    public static func minimum(_ value: Float) -> GenerationGuide<Float> {
        GenerationGuide(constraint: .atLeast(JSONNumber(value), orAnything: value == -.infinity))
    }

    /// This or less.
    public static func maximum(_ value: Float) -> GenerationGuide<Float> {
        GenerationGuide(constraint: .atMost(JSONNumber(value), orAnything: value == .infinity))
    }

    /// Within these bounds, both included.
    public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
        GenerationGuide(
            constraint: .all([minimum(range.lowerBound).constraint, maximum(range.upperBound).constraint]))
    }
}

extension GenerationGuide where Value == Double {
    /// This or more.
    public static func minimum(_ value: Double) -> GenerationGuide<Double> {
        GenerationGuide(constraint: .atLeast(JSONNumber(value), orAnything: value == -.infinity))
    }

    /// This or less.
    public static func maximum(_ value: Double) -> GenerationGuide<Double> {
        GenerationGuide(constraint: .atMost(JSONNumber(value), orAnything: value == .infinity))
    }

    /// Within these bounds, both included.
    public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
        GenerationGuide(
            constraint: .all([minimum(range.lowerBound).constraint, maximum(range.upperBound).constraint]))
    }
}

extension GenerationGuide where Value == Decimal {
    /// This or more, digit for digit.
    public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
        GenerationGuide(constraint: .atLeast(JSONNumber(parsing: value.description), orAnything: false))
    }

    /// This or less, digit for digit.
    public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
        GenerationGuide(constraint: .atMost(JSONNumber(parsing: value.description), orAnything: false))
    }

    /// Within these bounds, both included.
    public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
        GenerationGuide(
            constraint: .all([minimum(range.lowerBound).constraint, maximum(range.upperBound).constraint]))
    }
}

extension GenerationGuide {
    /// So many elements or more.
    public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        GenerationGuide(constraint: .minimumCount(count))
    }

    /// So many elements or fewer.
    public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        GenerationGuide(constraint: .maximumCount(count))
    }

    /// So many elements, both bounds included.
    public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
    where Value == [Element] {
        GenerationGuide(constraint: .all([.minimumCount(range.lowerBound), .maximumCount(range.upperBound)]))
    }

    /// Exactly so many elements.
    public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        GenerationGuide(constraint: .all([.minimumCount(count), .maximumCount(count)]))
    }

    /// A demand on every element.
    public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<[Element]>
    where Value == [Element] {
        GenerationGuide(constraint: .element(guide.constraint))
    }
}

// `@Guide(.count(3))` stands before a property whose type its own argument list does not see, so that the element type of
// the guides above stays open. These give it one; what the macro makes of the guide then uses those above.
extension GenerationGuide where Value == [Never] {
    /// So many elements or more, of a type that is not known yet.
    public static func minimumCount(_ count: Int) -> GenerationGuide<Value> {
        GenerationGuide(constraint: .minimumCount(count))
    }

    /// So many elements or fewer, of a type that is not known yet.
    public static func maximumCount(_ count: Int) -> GenerationGuide<Value> {
        GenerationGuide(constraint: .maximumCount(count))
    }

    /// So many elements, both bounds included, of a type that is not known yet.
    public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
        GenerationGuide(constraint: .all([.minimumCount(range.lowerBound), .maximumCount(range.upperBound)]))
    }

    /// Exactly so many elements, of a type that is not known yet.
    @_disfavoredOverload
    public static func count(_ count: Int) -> GenerationGuide<Value> {
        GenerationGuide(constraint: .all([.minimumCount(count), .maximumCount(count)]))
    }
}

extension SchemaConstraint {
    init<Output>(_ regex: Regex<Output>) {
        guard let text = regex._literalPattern else {
            self = .unreadablePattern
            return
        }
        // Swift prints "any character" of a regex builder as a class of the characters of `(?s:.)`.
        self = .pattern(text.replacing("[(?s:.)]", with: "(?s:.)"))
    }

    /// A lower bound; nil stands for one that JSON has no number for.
    fileprivate static func atLeast(_ bound: JSONNumber?, orAnything: Bool) -> SchemaConstraint {
        bound.map(SchemaConstraint.minimum) ?? (orAnything ? .all([]) : .impossible)
    }

    /// An upper bound; nil stands for one that JSON has no number for.
    fileprivate static func atMost(_ bound: JSONNumber?, orAnything: Bool) -> SchemaConstraint {
        bound.map(SchemaConstraint.maximum) ?? (orAnything ? .all([]) : .impossible)
    }
}
