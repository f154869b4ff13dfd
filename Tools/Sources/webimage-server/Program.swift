import ArgumentParser
import WebImageSandbox

#if canImport(Glibc)
    import Glibc

    private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#elseif canImport(Darwin)
    import Darwin

    private let openFiles = RLIMIT_NOFILE
#endif

/// The entry point: a decoder if a server has started it so, else the server.
@main
struct Program {
    static func main() async {
        DecoderWorker.runIfAsked()
        // A client that leaves while it is written to costs its own request only.
        signal(SIGPIPE, SIG_IGN)
        raiseFileLimit()
        await ServerCommand.main()
    }

    /// Allows as many open files as the system does, up to 65,536: shells allow 1,024, which a few
    /// clients use up.
    private static func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        setrlimit(openFiles, &limit)
    }
}
