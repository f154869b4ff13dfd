#if canImport(Glibc)
    import Glibc

    extension sigaction {
        var isIgnored: Bool {
            unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
        }

        mutating func setHandler(_ handler: @escaping @convention(c) (CInt) -> Void) {
            __sigaction_handler.sa_handler = handler
        }
    }
#endif
