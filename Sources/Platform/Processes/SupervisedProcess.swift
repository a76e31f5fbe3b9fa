// A program that is talked to, under a supervisor that leaves nothing of it behind: neither what it started, nor itself
// when this process is killed. Reading and writing wait for a deadline at most.

internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A running program with pipes to its standard input, output and errors. Used by one thread.
package final class SupervisedProcess {
    /// How a program ended.
    package enum End: Sendable, Hashable {
        case exit(Int32)
        case signal(Int32)
        /// It was killed, by this process or with its supervisor.
        case killed
    }

    /// Something that the program did.
    package enum Event: Sendable, Hashable {
        case output([UInt8])
        case errors([UInt8])
        /// It reads no more.
        case inputClosed
        /// Nothing is left of it.
        case ended(End)
        /// The deadline has passed, or the caller was cancelled.
        case timedOut
    }

    private let supervisor: pid_t
    private var program: pid_t = 0
    private var control: Int32
    private let reports: Int32
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    private var waiting: ArraySlice<UInt8> = []
    private var closesInput = false
    private var end: End?
    private var isReaped = false

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: of the program, absolute or from `folder`.
    ///   - words: its own name first.
    ///   - folder: where it works.
    /// - Throws: `PlatformError` where it can't be started.
    package init(
        _ path: String, _ words: [String], environment: [String: String], folder: String
    ) throws(PlatformError) {
        var inputs: [Int32] = [-1, -1]
        var outputs: [Int32] = [-1, -1]
        var complaints: [Int32] = [-1, -1]
        guard unsafe cp_pipe(&inputs) == 0, unsafe cp_pipe(&outputs) == 0, unsafe cp_pipe(&complaints) == 0 else {
            let error = PlatformError.last("make a pipe", path)
            for descriptor in inputs + outputs + complaints where descriptor >= 0 { close(descriptor) }
            throw error
        }
        var texts = unsafe words.map { unsafe strdup($0) } + [nil]
        let sorted = environment.sorted { $0.key < $1.key }
        var variables = unsafe sorted.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        var control: Int32 = -1
        var reports: Int32 = -1
        let id = unsafe path.withCString { path in
            unsafe folder.withCString { folder in
                unsafe texts.withUnsafeMutableBufferPointer { words in
                    unsafe variables.withUnsafeMutableBufferPointer { variables in
                        guard let words = words.baseAddress, let variables = variables.baseAddress else {
                            return Int64(-1)
                        }
                        var program = unsafe cp_program(
                            path: path, arguments: words, environment: variables, folder: folder,
                            input: inputs[0], output: outputs[1], errors: complaints[1])
                        return unsafe cp_supervise(&program, &control, &reports)
                    }
                }
            }
        }
        let code = errno
        unsafe (texts + variables).forEach { unsafe free($0) }
        for descriptor in [inputs[0], outputs[1], complaints[1]] { close(descriptor) }
        guard id > 0 else {
            for descriptor in [inputs[1], outputs[0], complaints[0]] { close(descriptor) }
            throw PlatformError(.system(operation: "run the program", code: code), path: path)
        }
        supervisor = pid_t(id)
        self.control = control
        self.reports = reports
        (input, output, errors) = (inputs[1], outputs[0], complaints[0])
        for descriptor in [input, output, errors, reports] { _ = cp_make_nonblocking(descriptor) }
        // The first report comes as soon as the program has begun, or could not.
        var first = pollfd(fd: reports, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&first, 1, -1) < 0, errno == EINTR {}
        takeReports()
        if let failure = startFailure {
            kill()
            throw PlatformError(.system(operation: "run the program", code: failure), path: path)
        }
    }

    deinit {
        kill()
        for descriptor in [input, output, errors, reports] where descriptor >= 0 { close(descriptor) }
    }

    private var startFailure: Int32?

    /// Bytes for the program to read, behind those before. They are written while events are waited for.
    package func write(_ bytes: [UInt8], closing: Bool = false) {
        if input >= 0 { waiting += bytes }
        closesInput = closesInput || closing
        pushInput()
    }

    /// What the program does next. Output comes before the end.
    ///
    /// - Parameters:
    ///   - deadline: until when to wait.
    ///   - isCancelled: asked about 20 times a second.
    package func next(before deadline: ContinuousClock.Instant, isCancelled: () -> Bool = { false }) -> Event {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            if left <= .zero || isCancelled() { return .timedOut }
            if output < 0, errors < 0, let end { return .ended(end) }
            var waits = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
                pollfd(fd: end == nil ? reports : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: waiting.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            ]
            let milliseconds = Int32(max(1, min(50, left / .milliseconds(1))))
            let ready = unsafe poll(&waits, nfds_t(waits.count), milliseconds)
            if ready < 0, errno != EINTR { return .ended(endNow()) }
            if waits[0].revents != 0, let piece = read(&output) { return .output(piece) }
            if waits[1].revents != 0, let piece = read(&errors) { return .errors(piece) }
            if waits[2].revents != 0 { takeReports() }
            if waits[3].revents != 0 {
                pushInput()
                if input < 0, !closesInput { return .inputClosed }
            }
            // After the end nobody is left who could write; what is in the pipes has been read above.
            if ready == 0, end != nil {
                for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) }
                (output, errors) = (-1, -1)
            }
        }
    }

    /// Ends the program and everything that it started, and waits until nothing is left of them.
    package func kill() {
        guard !isReaped else { return }
        if control >= 0 { close(control) }
        control = -1
        var word: Int32 = 0
        while unsafe waitpid(supervisor, &word, 0) < 0, errno == EINTR {}
        isReaped = true
        takeReports()
        // Only where the supervisor was killed has the group survived it.
        if end == nil {
            if program > 0 { _ = systemKill(-program, SIGKILL) }
            end = .killed
        }
    }

    private func endNow() -> End {
        kill()
        return end ?? .killed
    }

    private func takeReports() {
        var message: [Int32] = [0, 0]
        while true {
            let count = unsafe message.withUnsafeMutableBytes { unsafe systemRead(reports, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count == 0, end == nil { end = .killed }
            guard count == 8 else { break }
            switch UInt32(bitPattern: message[0]) {
            case UInt32(CP_NOT_STARTED.rawValue):
                startFailure = message[1]
                end = .killed
            case UInt32(CP_STARTED.rawValue): program = message[1]
            default:
                let word = message[1]
                let signal = word & 0x7f
                end = word < 0 ? .killed : signal == 0 ? .exit((word >> 8) & 0xff) : .signal(signal)
            }
        }
    }

    private func pushInput() {
        while input >= 0, !waiting.isEmpty {
            let piece = Array(waiting.prefix(1 << 16))
            let count = unsafe cp_write_quietly(input, piece, piece.count)
            if count < 0, errno == EAGAIN { return }
            if count < 0 {
                // A program need not read what it is given.
                close(input)
                input = -1
                waiting = []
                return
            }
            waiting = waiting.dropFirst(Int(count))
        }
        waiting = []
        if closesInput, input >= 0 {
            close(input)
            input = -1
        }
    }

    /// A piece of what a pipe holds; nil, and the pipe closed, at its end.
    private func read(_ descriptor: inout Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { return Array(buffer[..<count]) }
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        close(descriptor)
        descriptor = -1
        return nil
    }
}

private func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 {
    #if canImport(Darwin)
        Darwin.kill(process, signal)
    #elseif canImport(Musl)
        Musl.kill(process, signal)
    #else
        Glibc.kill(process, signal)
    #endif
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
        unsafe Darwin.read(descriptor, bytes, count)
    #elseif canImport(Musl)
        unsafe Musl.read(descriptor, bytes, count)
    #else
        unsafe Glibc.read(descriptor, bytes, count)
    #endif
}
