// How long the random tests go on: seconds by default, minutes where PLAYGROUND_TEST_THOROUGH is set.

import Foundation

enum Rounds {
    static let isThorough = ProcessInfo.processInfo.environment["PLAYGROUND_TEST_THOROUGH"] != nil

    static func count(_ usual: Int, thorough: Int) -> Int { isThorough ? thorough : usual }
}
