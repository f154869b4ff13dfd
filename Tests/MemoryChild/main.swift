#if canImport(Glibc)
    import Glibc
    import WebImage

    // A process that decodes a picture with little address space left, and reports the result.
    //
    //     MemoryChild FORMAT MEGABYTES [TRANSFORMS]
    //
    // The picture of 3000 x 3000 pixels is made, and everything loaded, before the limit is set.
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2, let megabytes = Int(words[1]) else {
        print("! expected a format and a number of megabytes")
        exit(3)
    }
    // All threads share one heap, since each further heap takes 64 MB of address space. The
    // variable is read only at the start of a program.
    if getenv("MALLOC_ARENA_MAX") == nil {
        setenv("MALLOC_ARENA_MAX", "1", 1)
        execv("/proc/self/exe", CommandLine.unsafeArgv)
    }
    do {
        let trial = try StarvedTrial(
            format: ImageFormat(rawValue: words[0]), transforms: words.count > 2 ? words[2] : "")
        print(try await trial.run(leaving: megabytes << 20))
    } catch {
        print("! \(error)")
        exit(3)
    }
#endif
