import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the process at SIGINT, SIGTERM and SIGHUP with the status 130, 143 or 129, after removing
/// unfinished files.
///
/// The handler writes the signal's number into a pipe. A dedicated thread reads it and does the
/// rest. It waits for no task, so a stalled origin or a blocked disk cannot delay the end.
enum Interruption {
    /// The status of a process that a signal ends, as shells report it, without the signal's
    /// number.
    private static let baseStatus: CInt = 128

    /// Handles the signals from now on; ignored ones (as under `nohup`) stay ignored.
    static func install(scratch: Scratch, output: Output) {
        // If the reader of the output is gone, a write fails instead of ending the process.
        // Ignored from the start, as by some programs that run others, it stays an error.
        var pipeAction = sigaction()
        let hadPipeSignal = sigaction(SIGPIPE, nil, &pipeAction) == 0 && !pipeAction.isIgnored
        signal(SIGPIPE, SIG_IGN)
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        entrance.store(ends[1], ordering: .releasing)
        let exit = ends[0]
        let started = Thread.start {
            var number: UInt8 = 0
            while read(exit, &number, 1) < 1 {}
            // What fails from now on fails by the end of the process.
            output.end()
            scratch.close()
            output.abandonStatus()
            if CInt(number) != SIGPIPE { farewell.withLockIfAvailable { $0 }??() }
            _exit(baseStatus + CInt(number))
        }
        guard started else { return }
        endsWithPipe.store(hadPipeSignal, ordering: .releasing)
        for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
    }

    /// Sets the action after an interruption; it must not wait for anything.
    static func onEnd(_ body: (@Sendable () -> Void)?) { farewell.withLock { $0 = body } }

    /// Ends the process if a write to standard output failed because its reader is gone, silently,
    /// as SIGPIPE does; returns if that signal was ignored from the start.
    static func endAfterWrite(_ code: CInt) {
        guard code == EPIPE, endsWithPipe.load(ordering: .acquiring) else { return }
        tell(SIGPIPE)
        while true { pause() }
    }

    private static func tell(_ number: CInt) {
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(entrance.load(ordering: .acquiring), &byte, 1)
    }

    private static func handle(_ number: CInt) {
        var old = sigaction()
        guard sigaction(number, nil, &old) == 0, !old.isIgnored else { return }
        var action = sigaction()
        action.setHandler { number in
            let code = errno
            Interruption.tell(number)
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

/// `true` if a standard output without a reader ends the process.
private let endsWithPipe = Atomic(false)
