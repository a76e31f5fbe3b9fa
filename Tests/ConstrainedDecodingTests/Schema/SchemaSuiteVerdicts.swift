// Verdicts on the JSON-Schema-Test-Suite as they stand: counts alone. A change that lowers one is a fault; one that raises one
// is written here.

enum SchemaSuiteVerdicts {
    static let core = """
        """

    static let optional = """
        """
}
