import WebImageSandbox

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension WebImageCommand {
    /// Runs the command in a task, and ends the process after it.
    ///
    /// An asynchronous main function ends the main thread as soon as it waits. Linux unwinds the
    /// thread's stack for that, which brings 1.5 MB of the binary's tables into memory. So the main
    /// thread waits here.
    public static func start() -> Never {
        DecoderWorker.runIfAsked()
        // Tasks open descriptors.
        Descriptor.reserveStandardOnes()
        guard CommandLine.argc > 0 else {
            Output.standard.message("webimage: cannot read the arguments: /proc is not mounted")
            exit(EXIT_FAILURE)
        }
        if printsVersionAlone() { exit(Output.standard.isIntact ? EXIT_SUCCESS : EXIT_FAILURE) }
        Task.detached {
            await main()
            exit(EXIT_SUCCESS)
        }
        while true { pause() }
    }
}
