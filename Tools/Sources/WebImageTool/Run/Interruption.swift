import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the process with status 130 at SIGINT, SIGTERM and SIGHUP, after removing unfinished files.
///
/// The handler writes a byte into a pipe. A dedicated thread reads it and does the rest. It waits
/// for no task, so a stalled origin or a blocked disk cannot delay the end.
enum Interruption {
    static let exitStatus: CInt = 130

    /// Handles the signals from now on; ignored ones (as under `nohup`) stay ignored.
    static func install(scratch: Scratch, output: Output) {
        // If the reader of the output is gone, a write fails instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        entrance.store(ends[1], ordering: .releasing)
        let exit = ends[0]
        let started = Thread.start {
            var byte: UInt8 = 0
            while read(exit, &byte, 1) < 1 {}
            scratch.close()
            output.abandonStatus()
            farewell.withLockIfAvailable { $0 }??()
            _exit(exitStatus)
        }
        guard started else { return }
        for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
    }

    /// Sets the action after an interruption; it must not wait for anything.
    static func onEnd(_ body: (@Sendable () -> Void)?) { farewell.withLock { $0 = body } }

    private static func handle(_ number: CInt) {
        var old = sigaction()
        guard sigaction(number, nil, &old) == 0, !old.isIgnored else { return }
        var action = sigaction()
        action.setHandler { _ in
            let code = errno
            var byte: UInt8 = 1
            _ = write(entrance.load(ordering: .acquiring), &byte, 1)
            errno = code
        }
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }
}

/// The action after an interruption.
private let farewell = Mutex<(@Sendable () -> Void)?>(nil)

/// The descriptor the handler writes to; a C function can access globals only.
private let entrance = Atomic<CInt>(-1)
