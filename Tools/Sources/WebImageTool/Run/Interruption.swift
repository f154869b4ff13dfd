import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the process with status 130 at SIGINT, SIGTERM and SIGHUP, after what is half done was removed.
///
/// The handler writes a byte into a pipe, whose reader, a thread of its own, does the rest: it waits
/// for no task, so that a stalled origin or a blocked disk cannot hold the process back.
enum Interruption {
    static let exitStatus: CInt = 130

    /// Waits for the signals from now on; one that is ignored (as under `nohup`) stays so.
    static func install(scratch: Scratch, output: Output) {
        // A reader of our output that is gone is an error of a write, not the end of us.
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

    /// Sets what is said when the process is interrupted; it must not wait for anything.
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

/// What is said at the end.
private let farewell = Mutex<(@Sendable () -> Void)?>(nil)

/// Where the handler writes; a C function can reach nothing but globals.
private let entrance = Atomic<CInt>(-1)
