// Other answers to "can the model be used?", for tests of what an app does then, and for people who try an app on a machine
// that has the model. A scope of a test goes before the variable of the environment; both before the truth.

internal import Foundation

/// What is simulated.
package struct Simulation: Sendable, Equatable {
    static let variable = "FOUNDATIONMODELS_SIMULATE"

    package var system: SystemLanguageModel.Availability?
    package var cloud: PrivateCloudComputeLanguageModel.Availability?
    package var quota: PrivateCloudComputeLanguageModel.QuotaUsage?

    /// Of the task.
    @TaskLocal static var scoped = Simulation()

    /// Of the process. What can't be read of the variable is said on standard error, once.
    static let ofProcess: Simulation = {
        let text = ProcessInfo.processInfo.environment[variable] ?? ""
        let (simulation, complaints) = parse(text)
        for complaint in complaints { FileHandle.standardError.write(Data((complaint + "\n").utf8)) }
        return simulation
    }()

    static var current: Simulation {
        let (scoped, process) = (scoped, ofProcess)
        return Simulation(
            system: scoped.system ?? process.system, cloud: scoped.cloud ?? process.cloud,
            quota: scoped.quota ?? process.quota)
    }

    /// Throws where the system's model is simulated to be away.
    static let requireSystemModel: @Sendable () throws -> Void = {
        guard case .unavailable(let reason) = current.system else { return }
        throw ModelFailure.assetsUnavailable(
            "the system's language model is simulated to be unavailable (\(reason)); end the simulation, or unset "
                + "\(variable) [models.simulated]")
    }
}

extension Simulation {
    /// Reads settings as in `system=modelNotReady,cloud=available,quota=limitReached`; one without a key is of the system.
    /// - Returns: the settings that could be read, and a message for each of the others.
    package static func parse(_ text: String) -> (simulation: Simulation, complaints: [String]) {
        var simulation = Simulation()
        var complaints: [String] = []
        for setting in text.split(separator: ",") {
            let words = setting.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            let (key, value) = (words.count > 1 ? words[0] : "system", words.last ?? "")
            let known: [String]
            switch key {
            case "system":
                simulation.system = systemStates.first { $0.name == value }?.state ?? simulation.system
                known = systemStates.map(\.name)
            case "cloud":
                simulation.cloud = cloudStates.first { $0.name == value }?.state ?? simulation.cloud
                known = cloudStates.map(\.name)
            case "quota":
                simulation.quota = quotaStates.first { $0.name == value }?.state ?? simulation.quota
                known = quotaStates.map(\.name)
            default:
                complaints.append(
                    "warning: \(variable) has unknown key '\(key)'; known are 'system', 'cloud', 'quota' "
                        + "[models.simulate]")
                continue
            }
            if !known.contains(value) {
                complaints.append(
                    "warning: \(variable) has unknown state '\(value)' of '\(key)'; known are "
                        + "\(known.map { "'\($0)'" }.joined(separator: ", ")) [models.simulate]")
            }
        }
        return (simulation, complaints)
    }

    private static let systemStates: [(name: String, state: SystemLanguageModel.Availability)] = [
        ("available", .available), ("deviceNotEligible", .unavailable(.deviceNotEligible)),
        ("appleIntelligenceNotEnabled", .unavailable(.appleIntelligenceNotEnabled)),
        ("modelNotReady", .unavailable(.modelNotReady)),
    ]

    private static let cloudStates: [(name: String, state: PrivateCloudComputeLanguageModel.Availability)] = [
        ("available", .available), ("deviceNotEligible", .unavailable(.deviceNotEligible)),
        ("systemNotReady", .unavailable(.systemNotReady)),
    ]

    private static let quotaStates: [(name: String, state: PrivateCloudComputeLanguageModel.QuotaUsage)] = [
        ("belowLimit", .belowLimit()), ("approachingLimit", .belowLimit(isApproaching: true)),
        ("limitReached", .limitReached()),
    ]
}

extension SystemLanguageModel {
    /// Runs `operation`, for which every `SystemLanguageModel` has the availability given: its requests, too, fail where that
    /// is not `.available`. Holds in the task and its child tasks; other tests at the same time see nothing of it.
    @discardableResult
    public static func simulate<Value>(
        _ availability: Availability, isolation: isolated (any Actor)? = #isolation,
        during operation: () async throws -> Value
    ) async rethrows -> Value {
        var simulation = Simulation.scoped
        simulation.system = availability
        return try await Simulation.$scoped.withValue(simulation, operation: operation)
    }
}

extension PrivateCloudComputeLanguageModel {
    /// Runs `operation`, for which the service has the availability and the quota given. There still is no service: a
    /// request fails with what the states say, or with `Error.serviceUnavailable`. Holds in the task and its child tasks.
    /// - Parameter quotaUsage: nil: far below the limit.
    @discardableResult
    public static func simulate<Value>(
        _ availability: Availability, quotaUsage: QuotaUsage? = nil, isolation: isolated (any Actor)? = #isolation,
        during operation: () async throws -> Value
    ) async rethrows -> Value {
        var simulation = Simulation.scoped
        simulation.cloud = availability
        simulation.quota = quotaUsage
        return try await Simulation.$scoped.withValue(simulation, operation: operation)
    }
}
