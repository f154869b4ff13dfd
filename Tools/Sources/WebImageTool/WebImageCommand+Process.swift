#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension WebImageCommand {
    /// Runs the command in a process that is there for nothing else.
    ///
    /// The main thread only waits. Under an asynchronous `main.swift` it would serve the main queue,
    /// which begins by ending that thread: its stack is unwound, and a megabyte of tables is read
    /// for it.
    public static func runProcess() -> Never {
        Task.detached {
            await main()
            exit(0)
        }
        while true { pause() }
    }
}
