// The figures and the pictures of plots: axes, boxes and bins against values worked out by hand, and drawings as text.

import Testing

@testable import Notebook

@Suite struct PlotTests {
    @Test(
        "Axes have round steps and cover their values",
        arguments: [
            ([0, 1], true, [0, 0.2, 0.4, 0.6, 0.8, 1], "0.2"),
            ([3, 37], true, [0, 10, 20, 30, 40], "10"),
            ([-3, 4], false, [-4, -2, 0, 2, 4], "-2"),
            ([0.0012, 0.0019], false, [0.001, 0.0012, 0.0014, 0.0016, 0.0018, 0.002], "0.0012"),
            ([5], false, [2, 3, 4, 5, 6, 7, 8], "3"),
            ([], true, [0, 0.2, 0.4, 0.6, 0.8, 1], "0.2"),
            ([0], true, [0, 0.2, 0.4, 0.6, 0.8, 1], "0.2"),
        ] as [([Double], Bool, [Double], String)])
    func axes(values: [Double], includesZero: Bool, ticks: [Double], second: String) throws {
        let axis = PlotAxis(covering: values, includesZero: includesZero)
        #expect(axis.ticks.count == ticks.count)
        for (tick, wanted) in zip(axis.ticks, ticks) { #expect(abs(tick - wanted) < 1e-9) }
        #expect(axis.label(of: axis.ticks[1]) == second)
    }

    @Test(
        "No size of numbers breaks an axis",
        arguments: [
            [1e17, 1e17 + 16], [-1.7e308, 1.7e308], [.leastNonzeroMagnitude, 0], [1e-300, 1e300], [-0.0, 0.0],
            [1e15, 3],
        ])
    func extremes(values: [Double]) {
        for includesZero in [true, false] {
            let axis = PlotAxis(covering: values, includesZero: includesZero)
            #expect(axis.ticks.count >= 2)
            #expect(zip(axis.ticks, axis.ticks.dropFirst()).allSatisfy { $0 < $1 })
        }
        #expect(Histogram(of: values).counts.reduce(0, +) == values.count)
    }

    @Test func numbersAreShort() {
        #expect(PlotNumber.fixed(1.005, digits: 1) == "1.0")
        #expect(PlotNumber.fixed(-0.04, digits: 1) == "0.0")
        #expect(PlotNumber.fixed(-12.36, digits: 1) == "-12.4")
        #expect(PlotNumber.short(0.5) == "0.5")
        #expect(PlotNumber.short(100) == "100")
        #expect(PlotNumber.short(2.0 / 3) == "0.667")
        #expect(PlotNumber.fixed(1e12, digits: 2) == "1000000000000.0")
    }

    @Test func boxesFollowTheirDefinition() {
        let box = BoxSummary(of: [7, 1, 3, 2, 4, 100])
        #expect(box.lowerQuartile == 2.25)
        #expect(box.median == 3.5)
        #expect(box.upperQuartile == 6.25)
        #expect(box.lowerWhisker == 1)
        #expect(box.upperWhisker == 7)
        #expect(box.outliers == [100])
        #expect(BoxSummary(of: [5]).median == 5)
    }

    @Test func binsHoldEachValueOnce() {
        let histogram = Histogram(of: [1, 2, 2, 3, 10, 10, 4, 5, 6])
        #expect(histogram.borders == [0, 5, 10])
        #expect(histogram.counts == [5, 4])
    }

    @Test func dataIsReadBackBySpreadsheetsAsWhatItIs() {
        let table = PlotTable(
            columns: ["x", "y, in s"],
            rows: [
                [.text("=1+1"), .number(1.5)], [.text("a \"b\"\nc"), .absent], [.text("ümlaut"), .number(-2)],
            ])
        #expect(table.csv == "x,\"y, in s\"\n'=1+1,1.5\n\"a \"\"b\"\"\nc\",\nümlaut,-2.0\n")
    }

    private func plot(_ kind: PlotDeclaration.Kind, _ rows: [[PlotValue]]) -> Plot {
        Plot(
            kind: kind, title: "T", xLabel: "x <b>", yLabel: "seconds",
            table: PlotTable(columns: rows.first?.count == 1 ? ["x"] : ["x", "y"], rows: rows))
    }

    @Test func barsShowMeansByCategory() throws {
        let plot = plot(
            .bar,
            [
                [.text("<a>"), .number(2)], [.text("b"), .number(5)], [.text("<a>"), .number(4)],
                [.text("b"), .absent],
            ])
        #expect(plot.groups().map(\.label) == ["<a>", "b"])
        #expect(plot.omittedCount == 1)
        let picture = try #require(plot.picture).text
        #expect(picture.contains("<title>&lt;a&gt;: 3 (n = 2)</title>"))
        #expect(picture.contains(">5 (n = 1)</text>"))
        #expect(!picture.contains("<a>"))
    }

    @Test func manyCategoriesAreCutAndSaid() throws {
        let plot = plot(.bar, (0..<50).map { [.text("category \($0)")] })
        let picture = try #require(plot.picture).text
        #expect(picture.contains("and 10 more in the data"))
        #expect(picture.matches(of: #/<rect /#).count == 40)
    }

    @Test("What no case has is no picture", arguments: PlotDeclaration.Kind.allCases)
    func nothing(kind: PlotDeclaration.Kind) {
        #expect(plot(kind, []).picture == nil)
        #expect(plot(kind, [[.text("a"), .absent]]).picture == nil || kind == .histogram)
    }
}
