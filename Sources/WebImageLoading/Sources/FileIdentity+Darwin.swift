#if canImport(Darwin)
    import Darwin

    extension stat {
        /// When the content last changed, in nanoseconds since 1970.
        var modifiedNanoseconds: Int {
            st_mtimespec.tv_sec &* 1_000_000_000 &+ st_mtimespec.tv_nsec
        }
    }
#endif
