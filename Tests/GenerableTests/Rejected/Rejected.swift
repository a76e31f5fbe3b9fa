// What the compiler has to refuse, and where. After `//~` stands what it says of the line below: its column, then the message.

import FoundationModels

typealias Alias = Int
struct Other {}
enum é { case é }

@Generable
struct KnownTypes {
    //~ 31: guide 'range' doesn't apply to 'String'; it takes 'constant', 'anyOf' or 'pattern'
    @Guide(description: "é", .range(1...5)) var a: String
    //~ 30: guide 'count' doesn't apply to 'Int'; it takes 'minimum', 'maximum' or 'range'
    @Guide(description: "x", .count(3)) var b: Int
    //~ 12: guide 'anyOf' doesn't apply to 'Int'; it takes 'minimum', 'maximum' or 'range'
    @Guide(.anyOf(["x"])) var c: Int?
    //~ 30: a regex guide doesn't apply to 'Double'; it takes 'minimum', 'maximum' or 'range'
    @Guide(description: "x", /[a-z]/) var d: Double
    //~ 12: guide 'minimum' doesn't apply to '[Int]'; it takes 'minimumCount', 'maximumCount', 'count' or 'element'
    @Guide(.minimum(1)) var e: [Int]
    //~ 12: guide 'range' doesn't apply to 'Bool', which takes none
    @Guide(.range(1...2)) var f: Bool
    @Guide(.range(1...2)) var right: Int
}

// The plug-in can't know these types: the compiler says it, of the expansion, at the author's place.
@Generable
struct UnknownTypes {
    //~ 13: referencing static method 'anyOf' on 'GenerationGuide' requires the types 'Alias' (aka 'Int') and 'String' be equivalent
    @Guide(.anyOf(["é"])) var a: Alias
    //~ 13: referencing static method 'count' on 'GenerationGuide' requires the types 'Alias' (aka 'Int') and '[Never]' be equivalent
    @Guide(.count(1)) let b: Alias
    //~ 37: cannot convert value of type 'Double' to expected argument type 'Int'
    @Guide(description: "x", .range(1.5...5)) var c: Alias
    @Guide(
        description: "é",
        //~ 10: referencing static method 'pattern' on 'GenerationGuide' requires the types 'Alias' (aka 'Int') and 'String' be equivalent
        /[a-z]/
    )
    var d: Alias
    //~ 22: referencing static method 'minimum' on 'GenerationGuide' requires the types 'String' and 'Int' be equivalent
    @Guide(.element(.minimum(1))) var e: [String]
    @Guide(.minimum(1), .maximum(2)) var right: Alias
}

@Generable
struct Ungenerable {
    //~ 12: initializer 'init(name:description:type:guides:)' requires that 'Other' conform to 'Generable'
    var a: Other
    var b: Int
}

@Generable
enum UngenerablePayload {
    //~ 20: initializer 'init(name:description:type:guides:)' requires that 'Other' conform to 'Generable'
    case a(b: Int, Other)
}

//~ 1: '@Generable' can only be used on structs and enums.
@Generable
final class Class { var a: Int = 1 }

//~ 1: '@Generable' can only be used on structs and enums.
@Generable
actor Actor {}

@Generable
//~ 15: '@Generable' can't be used on a generic type: its schema would need one name for many types
struct Generic<T> { var a: Int }

struct Outer {
    @Generable
    //~ 20: a nested '@Generable' type can't be 'private', since its extension couldn't see it; make it 'fileprivate'
    private struct Private { var a: Int }
}

@Generable
struct Members {
    //~ 9: a property of a '@Generable' type needs its type written out: '`é`: <#type#>'
    var `é` = 5
    //~ 21: a dictionary can't be generated; use an array of a '@Generable' struct
    var dictionary: [String: Int]
    //~ 5: '#if' inside a '@Generable' type is not supported; put the whole type under the condition
    #if DEBUG
        var a: Int
    #endif
}

struct Misplaced {
    //~ 5: '@Guide' has no effect outside of a '@Generable' type
    @Guide(description: "x") var a: Int
    //~ 5: '@Guide' can only be used on stored properties, and 'b' is computed
    @Guide(description: "x") var b: Int { 1 }
    //~ 5: '@Guide' can only be used on properties
    @Guide(description: "x") func f() {}
}
