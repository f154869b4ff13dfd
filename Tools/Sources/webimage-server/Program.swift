import ArgumentParser
import WebImageSandbox

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The entry point: a decoder if a server has started it so, else the server.
@main
struct Program {
    static func main() async {
        DecoderWorker.runIfAsked()
        // A client that leaves while it is written to costs its own request only.
        signal(SIGPIPE, SIG_IGN)
        await ServerCommand.main()
    }
}
