// The macros that make a type generable. The plug-in `FoundationModelsMacros` expands them.

/// Makes a struct or an enum generable: gives it a schema, conversions from and to generated content, and a partial form for
/// streams, `PartiallyGenerated`.
///
/// A struct becomes an object with a member for each stored property whose type is written out; `static`, `lazy` and computed
/// properties and constants with a value take no part. An enum without payloads becomes one string out of a list: its raw
/// values where they are strings, else the names of its cases. An enum with payloads becomes a union of objects whose
/// `type` is the case's name; labelled values are members under their labels, a single value without a label is `value`,
/// and of several those without a label are `value0`, `value1` and so on, by their places.
///
/// Generic types, and types inside functions, can't be made generable.
/// - Parameter description: what the values are, for the model.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil) =
    #externalMacro(module: "FoundationModelsMacros", type: "GenerableMacro")

/// Makes a struct or an enum generable, and says how nil is written.
/// - Parameters:
///   - description: what the values are, for the model.
///   - representNilExplicitlyInGeneratedContent: `true` writes null for a property that is nil, `false` leaves it out. It
///     must be written as `true` or `false`.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
    #externalMacro(module: "FoundationModelsMacros", type: "GenerableMacro")

/// Makes a struct or an enum generable, under another name than the type's.
/// - Parameters:
///   - name: the schema's name.
///   - description: what the values are, for the model.
///   - representNilExplicitlyInGeneratedContent: `true` writes null for a property that is nil, `false` leaves it out. It
///     must be written as `true` or `false`.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "FoundationModelsMacros", type: "GenerableMacro")

/// Describes a property of a generable type to the model.
/// - Parameter description: what the property is.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "FoundationModelsMacros", type: "GuideMacro")

/// Describes and limits a property of a generable type. Several of these on one property work together.
/// - Parameters:
///   - description: what the property is.
///   - guides: the values that it may take.
@attached(peer)
public macro Guide<T>(description: String? = nil, _ guides: GenerationGuide<T>...) =
    #externalMacro(module: "FoundationModelsMacros", type: "GuideMacro") where T: Generable

/// Describes a string property of a generable type and limits it to what a regular expression matches.
/// - Parameters:
///   - description: what the property is.
///   - guides: what the whole string has to match.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
    #externalMacro(module: "FoundationModelsMacros", type: "GuideMacro")
