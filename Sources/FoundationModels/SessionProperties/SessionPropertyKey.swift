// What names a property of a session. `@SessionPropertyEntry` writes such a key for each property that it is attached to.

/// Names a property of sessions and says what it is before it is first set.
///
/// ```swift
/// struct __Key_mode: SessionPropertyKey {
///     static var defaultValue: Mode { .plan }
/// }
///
/// extension SessionPropertyValues {
///     var mode: Mode {
///         get { self[__Key_mode.self] }
///         set { self[__Key_mode.self] = newValue }
///     }
/// }
/// ```
public protocol SessionPropertyKey: SendableMetatype {
    associatedtype Value

    /// What is read until something is set.
    static var defaultValue: Value { get }
}
