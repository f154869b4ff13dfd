import Synchronization
import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The only one who prints: results on standard output, messages and the progress on standard error.
///
/// Nothing is buffered, so that nothing is lost when the process is interrupted.
final class Output: Sendable {
    /// The process's own.
    static let standard = Output()

    /// Whether the progress is shown at all: on a terminal that can go back in its line.
    let showsStatus: Bool
    /// What stands in the progress line now; nil at the end of the process, when it stays empty.
    private let status = Mutex<String?>("")
    private let hasFailed = Atomic(false)

    private init() {
        let terminal = getenv("TERM").map { String(cString: $0) }
        showsStatus = isatty(STDERR_FILENO) == 1 && terminal != "dumb"
    }

    /// Whether standard output took everything.
    var isIntact: Bool { !hasFailed.load(ordering: .relaxed) }

    /// Prints a line of results.
    func result(_ line: String) {
        erased { isIntact in
            if Self.write(line + "\n", to: STDOUT_FILENO) != 0 { isIntact = false }
        }
    }

    /// Prints a line of news.
    func message(_ line: String) {
        erased { _ in _ = Self.write(line + "\n", to: STDERR_FILENO) }
    }

    /// Shows a text in the last line of the terminal, in place of the one before; nothing for "".
    func show(_ text: String) {
        guard showsStatus else { return }
        status.withLock { shown in
            guard shown != nil, shown != text else { return }
            _ = Self.write("\r\u{1B}[K" + String(text.prefix(Self.columns - 1)), to: STDERR_FILENO)
            shown = text
        }
    }

    /// Takes the progress away at the end of the process, for good.
    func abandonStatus() {
        atTheEnd { shown in
            if shown?.isEmpty == false { _ = Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
            shown = nil
        }
    }

    /// Prints news at the end of the process, unless somebody is printing.
    func lastWords(_ lines: String) {
        atTheEnd { _ in _ = Self.write(lines + "\n", to: STDERR_FILENO) }
    }

    /// Waits a moment for who is printing, and no longer: it may stand still for ever.
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
