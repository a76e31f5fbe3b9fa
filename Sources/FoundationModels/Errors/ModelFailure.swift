// What requests throw: one value that can be caught by the error types of both taxonomies, that of the systems numbered 26
// and that of those numbered 27. A Swift value has one type, so the value is a class that holds a form for each taxonomy,
// and each form tells the runtime, by the bridging that the standard library has for casts, how to be had from the class.
// Casts, `catch` patterns with or without payloads, and `switch` then work on the one value, whichever type they name.

public import FoundationEssentials

/// A failed request, in every form that apps catch.
///
/// Nobody needs to name this type: `catch LanguageModelSession.GenerationError.exceededContextWindowSize` and
/// `catch LanguageModelError.contextSizeExceeded(let details)` both catch the same value.
public final class ModelFailure: Error, LocalizedError, CustomStringConvertible, Sendable {
    /// The forms, the newest first. None of them is itself a `ModelFailure`.
    package let allForms: [any ModelFailureForm]

    init(forms: [any ModelFailureForm]) {
        allForms = forms
    }

    /// A failure that is known by `form` and, on older systems, by `older`.
    package convenience init(_ form: any ModelFailureForm, _ older: (any ModelFailureForm)...) {
        self.init(forms: [form] + older)
    }

    /// What happened, with numbers, and what to do.
    public var description: String { errorDescription ?? "the request failed" }

    /// What happened, with numbers, and what to do.
    public var errorDescription: String? { allForms.first?.errorDescription }

    /// Why, in general.
    public var failureReason: String? { allForms.lazy.compactMap(\.failureReason).first }

    /// What to do.
    public var recoverySuggestion: String? { allForms.lazy.compactMap(\.recoverySuggestion).first }

    /// The form of one type; nil where the failure has none.
    func form<Form: ModelFailureForm>(_ type: Form.Type = Form.self) -> Form? {
        for case let form as Form in allForms { return form }
        return nil
    }
}

/// An error type by which a `ModelFailure` can be caught.
public protocol ModelFailureForm: LocalizedError, Sendable, _ObjectiveCBridgeable
where _ObjectiveCType == ModelFailure {}

extension ModelFailureForm {
    /// For a cast to `ModelFailure`: the failure in all its forms.
    public func _bridgeToObjectiveC() -> ModelFailure { ModelFailure(completing: self) }

    public static func _forceBridgeFromObjectiveC(_ failure: ModelFailure, result: inout Self?) {
        result = failure.form()
    }

    public static func _conditionallyBridgeFromObjectiveC(_ failure: ModelFailure, result: inout Self?) -> Bool {
        result = failure.form()
        return result != nil
    }

    /// For a forced cast, which ends the program where the failure has no such form.
    public static func _unconditionallyBridgeFromObjectiveC(_ failure: ModelFailure?) -> Self {
        guard let form = failure?.form(Self.self) else {
            preconditionFailure("the error has no form of type \(Self.self); cast it with 'as?'")
        }
        return form
    }
}
