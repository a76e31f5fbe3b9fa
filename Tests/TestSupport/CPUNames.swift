// The instruction sets of this machine by name, for tests that may not see the engine.

internal import Engine

package enum CPUNames {
    package static let available = CPUPath.available.map(\.rawValue)
}
