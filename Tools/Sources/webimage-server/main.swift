import WebImageSandbox

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

DecoderWorker.runIfAsked()
// A client that leaves while it is written to costs its own request only.
signal(SIGPIPE, SIG_IGN)
await ServerCommand.main()
