// Time that this thread was on a processor: what neighbours on a shared machine do not stretch.

internal import Foundation

enum ThreadClock {
    /// Microseconds.
    static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
