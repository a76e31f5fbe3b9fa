// The macro that adds a property to `SessionPropertyValues`. The plug-in `FoundationModelsMacros` expands it.

/// Makes a variable in an extension of `SessionPropertyValues` a session property with a default.
///
/// ```swift
/// extension SessionPropertyValues {
///     @SessionPropertyEntry var tone: String = "dry"
/// }
/// ```
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() = #externalMacro(module: "FoundationModelsMacros", type: "EntryMacro")

/// For the expansion of `SessionPropertyEntry` only.
@attached(accessor)
public macro __SessionPropertyEntryDefaultValue() =
    #externalMacro(module: "FoundationModelsMacros", type: "EntryDefaultValueMacro")
