// Verdicts on the JSON-Schema-Test-Suite as they stand: counts alone. A change that lowers one is a fault; one that
// raises one is written here.

enum SchemaSuiteVerdicts {
    static let core = """
        additionalProperties.json: 21 of 21 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        allOf.json: 30 of 30 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        anchor.json: 8 of 8 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        anyOf.json: 18 of 18 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        boolean_schema.json: 18 of 18 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        const.json: 54 of 54 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        contains.json: 21 of 21 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        content.json: 18 of 18 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        default.json: 7 of 7 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        defs.json: 0 of 2 right, 2 refused, 0 accepted forbidden, 0 rejected allowed
        dependentRequired.json: 20 of 20 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        dependentSchemas.json: 20 of 20 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        dynamicRef.json: 14 of 44 right, 30 refused, 0 accepted forbidden, 0 rejected allowed
        enum.json: 51 of 51 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        exclusiveMaximum.json: 4 of 4 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        exclusiveMinimum.json: 4 of 4 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        format.json: 122 of 133 right, 0 refused, 0 accepted forbidden, 11 rejected allowed
        if-then-else.json: 30 of 30 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        infinite-loop-detection.json: 2 of 2 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        items.json: 29 of 29 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        maxContains.json: 14 of 14 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        maxItems.json: 6 of 6 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        maxLength.json: 7 of 7 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        maxProperties.json: 10 of 10 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        maximum.json: 8 of 8 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        minContains.json: 28 of 28 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        minItems.json: 6 of 6 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        minLength.json: 7 of 7 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        minProperties.json: 10 of 10 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        minimum.json: 11 of 11 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        multipleOf.json: 10 of 11 right, 1 refused, 0 accepted forbidden, 0 rejected allowed
        not.json: 38 of 40 right, 2 refused, 0 accepted forbidden, 0 rejected allowed
        oneOf.json: 27 of 27 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        pattern.json: 12 of 12 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        patternProperties.json: 25 of 25 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        prefixItems.json: 11 of 11 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        properties.json: 28 of 28 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        propertyNames.json: 22 of 22 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        ref.json: 76 of 79 right, 3 refused, 0 accepted forbidden, 0 rejected allowed
        refRemote.json: 0 of 31 right, 31 refused, 0 accepted forbidden, 0 rejected allowed
        required.json: 18 of 18 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        type.json: 80 of 80 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        unevaluatedItems.json: 0 of 71 right, 71 refused, 0 accepted forbidden, 0 rejected allowed
        unevaluatedProperties.json: 0 of 129 right, 129 refused, 0 accepted forbidden, 0 rejected allowed
        uniqueItems.json: 33 of 69 right, 36 refused, 0 accepted forbidden, 0 rejected allowed
        vocabulary.json: 4 of 5 right, 0 refused, 0 accepted forbidden, 1 rejected allowed
        all: 982 of 1299 right, 305 refused, 0 accepted forbidden, 12 rejected allowed
        """

    static let optional = """
        optional/anchor.json: 4 of 4 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/bignum.json: 9 of 9 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/cross-draft.json: 0 of 1 right, 1 refused, 0 accepted forbidden, 0 rejected allowed
        optional/dependencies-compatibility.json: 36 of 36 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/dynamicRef.json: 0 of 2 right, 2 refused, 0 accepted forbidden, 0 rejected allowed
        optional/ecmascript-regex.json: 74 of 74 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/float-overflow.json: 1 of 1 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format-assertion.json: 4 of 4 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/id.json: 3 of 3 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/no-schema.json: 3 of 3 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/non-bmp-regex.json: 12 of 12 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/refOfUnknownKeyword.json: 10 of 10 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/unknownKeyword.json: 3 of 3 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/date.json: 81 of 81 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/date-time.json: 33 of 33 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/duration.json: 52 of 52 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/ecmascript-regex.json: 9 of 12 right, 0 refused, 0 accepted forbidden, 3 rejected allowed
        optional/format/email.json: 27 of 27 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/hostname.json: 49 of 64 right, 0 refused, 0 accepted forbidden, 15 rejected allowed
        optional/format/ipv4.json: 41 of 41 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/ipv6.json: 42 of 42 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/regex.json: 8 of 8 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/time.json: 44 of 47 right, 0 refused, 0 accepted forbidden, 3 rejected allowed
        optional/format/uri.json: 46 of 46 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        optional/format/uuid.json: 28 of 28 right, 0 refused, 0 accepted forbidden, 0 rejected allowed
        """
}
