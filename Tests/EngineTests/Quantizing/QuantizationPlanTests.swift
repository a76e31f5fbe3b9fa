// Which tensor gets which format when a file is quantized, and that the new front reads back as the old one.

import Testing

@testable import Engine
import TestSupport

@Suite("QuantizationPlan")
struct QuantizationPlanTests {
    @Test(
        "Rows that fit no block get a format of as many bits, the output matrix six bits at least",
        arguments: [
            (TensorFormat.q4_K, 512, false, TensorFormat?.some(.q4_K)), (.q4_K, 576, false, .q5_0),
            (.q5_K, 576, false, .q5_1), (.q6_K, 576, false, .q8_0), (.q2_K, 576, false, .iq4_NL),
            (.q3_K, 96, false, .iq4_NL), (.iq4_XS, 96, false, .iq4_NL), (.q4_0, 576, false, .q4_0),
            (.q4_0, 512, true, .q6_K), (.q2_K, 576, true, .q8_0), (.q8_0, 512, true, .q8_0), (.q6_K, 512, true, .q6_K),
            (.q4_K, 100, false, nil), (.q8_0, 33, true, nil),
        ])
    func formats(wanted: TensorFormat, columns: Int, isOutput: Bool, expected: TensorFormat?) {
        #expect(QuantizationPlan.format(wanted: wanted, columns: columns, isOutput: isOutput) == expected)
    }

    @Test("The formats that can be asked for, by falling size")
    func names() {
        #expect(
            QuantizationPlan.formats.map(\.name) == [
                "Q8_0", "Q6_K", "Q5_1", "Q5_K", "Q5_0", "Q4_1", "IQ4_NL", "Q4_K", "Q4_0", "IQ4_XS", "Q3_K", "Q2_K",
            ])
        // What is written can be read, and the kernels write it.
        #expect(QuantizationPlan.formats.allSatisfy { TensorFormat(rawValue: $0.rawValue) != nil })
    }

    @Test("The plan names every tensor in order; vectors are copied, matrices are not", arguments: [true, false])
    func plan(tiesOutput: Bool) throws {
        let folder = try ScratchFolder()
        var model = TinyModel(.llama, format: .f16)
        model.tiesOutput = tiesOutput
        let file = try GGUFFile(path: model.write(to: folder))
        let plan = try QuantizationPlan(of: file, as: .q3_K)
        #expect(plan.entries.map(\.tensor) == file.tensors)
        for entry in plan.entries {
            let name = entry.tensor.name
            let isOutput = name == (tiesOutput ? "token_embd.weight" : "output.weight")
            let expected: TensorFormat = entry.tensor.dimensions.count == 1 ? .f32 : isOutput ? .q6_K : .q3_K
            #expect(entry.format == expected, "\(name)")
            #expect(entry.place.isMultiple(of: file.alignment))
        }
        #expect(plan.front.count.isMultiple(of: file.alignment))
    }

    @Test("Rounded weights, files without matrices and formats that are not written are refused")
    func refusals() throws {
        let folder = try ScratchFolder()
        var model = TinyModel(.llama, format: .f16)
        model.formats = [.up: .q4_0]
        let file = try GGUFFile(path: model.write(to: folder))
        let rounded = #expect(throws: EngineError.self) { try QuantizationPlan(of: file, as: .q4_K) }
        let offset = String(try #require(file.tensor(named: "blk.0.ffn_up.weight")).offset, radix: 16)
        #expect(
            rounded?.description
                == "\(file.path):0x\(offset): error: tensor 'blk.0.ffn_up.weight' is stored as Q4_0: its weights are rounded "
                + "already, and a second rounding would add to the first; take an F16, BF16 or F32 file of this model "
                + "[engine.quantize]")
        let ternary = #expect(throws: EngineError.self) { try QuantizationPlan(of: file, as: .tq2_0) }
        #expect(ternary?.code == "engine.quantize")
        var empty = GGUFWriter()
        empty.add("only", .f32, [64], [UInt8](repeating: 0, count: 256))
        let path = try folder.write(empty.bytes(), to: "empty.gguf")
        let nothing = #expect(throws: EngineError.self) { try QuantizationPlan(of: GGUFFile(path: path), as: .q8_0) }
        #expect(
            nothing?.description
                == "\(path): error: the file has no matrix whose rows are a multiple of 32 weights [engine.quantize]")
    }
}
