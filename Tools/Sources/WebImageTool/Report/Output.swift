import Synchronization
import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output of the commands: results to standard output, messages and progress to standard error.
///
/// Nothing is buffered, so nothing is lost when the process is interrupted.
final class Output: Sendable {
    /// The output of the process.
    static let standard = Output()

    /// `true` if the progress is shown: on a terminal that can erase a line.
    let showsStatus: Bool
    /// The text in the progress line; nil at the end of the process, when it stays empty.
    private let status = Mutex<String?>("")
    private let hasFailed = Atomic(false)
    private let hasTold = Atomic(false)
    private let isEnding = Atomic(false)

    private init() {
        let terminal = getenv("TERM").map { String(cString: $0) }
        showsStatus = isatty(STDERR_FILENO) == 1 && terminal != "dumb"
    }

    /// `true` if every write to standard output succeeded.
    var isIntact: Bool { !hasFailed.load(ordering: .relaxed) }

    /// Prints a line to standard output.
    func result(_ line: String) {
        waitIfEnding()
        var code: CInt = 0
        erased { isIntact in
            code = Self.write(line + "\n", to: STDOUT_FILENO)
            if code != 0 { isIntact = false }
        }
        // Not under the lock, which the end of the process waits for.
        Interruption.endAfterWrite(code)
        guard code != 0, code != EPIPE, !hasTold.exchange(true, ordering: .relaxed) else { return }
        message("webimage: cannot write standard output: \(SystemError.words(code))")
    }

    /// Prints a line to standard error, unless the process ends.
    func message(_ line: String) {
        guard !isEnding.load(ordering: .relaxed) else { return }
        erased { _ in _ = Self.write(line + "\n", to: STDERR_FILENO) }
    }

    /// Replaces the text in the last line of the terminal; "" erases it.
    func show(_ text: String) {
        guard showsStatus else { return }
        status.withLock { shown in
            guard shown != nil, shown != text else { return }
            _ = Self.write("\r\u{1B}[K" + String(text.prefix(Self.columns - 1)), to: STDERR_FILENO)
            shown = text
        }
    }

    /// Prints no further messages and results: those of work that is given up explain nothing.
    func end() { isEnding.store(true, ordering: .releasing) }

    /// Blocks forever if another thread ends the process, which has another status than the end of
    /// the command.
    func waitIfEnding() {
        while isEnding.load(ordering: .acquiring) { pause() }
    }

    /// Erases the progress at the end of the process, permanently.
    func abandonStatus() {
        atTheEnd { shown in
            if shown?.isEmpty == false { _ = Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
            shown = nil
        }
    }

    /// Prints lines at the end of the process, unless another thread is printing.
    ///
    /// - Parameter isResult: `true` for standard output, `false` for standard error.
    func lastWords(_ lines: String, isResult: Bool) {
        let descriptor = isResult ? STDOUT_FILENO : STDERR_FILENO
        atTheEnd { _ in _ = Self.write(lines + "\n", to: descriptor) }
    }

    /// Waits up to 0.1 s for a thread that is printing, since it may be blocked forever.
    private func atTheEnd(_ body: (inout String?) -> Void) {
        for _ in 0..<100 {
            if status.withLockIfAvailable({ body(&$0) }) != nil { return }
            usleep(1000)
        }
    }

    private func erased(_ print: (inout Bool) -> Void) {
        status.withLock { shown in
            if shown?.isEmpty == false { _ = Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
            if shown != nil { shown = "" }
            var isIntact = true
            print(&isIntact)
            if !isIntact { hasFailed.store(true, ordering: .relaxed) }
        }
    }

    private static func write(_ text: String, to descriptor: CInt) -> CInt {
        var text = text
        return text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }
}
