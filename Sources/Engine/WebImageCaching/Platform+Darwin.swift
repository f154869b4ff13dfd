#if canImport(Darwin)
    import Darwin

    extension stat {
        var accessTime: timespec { st_atimespec }
        var modificationTime: timespec { st_mtimespec }
        var changeTime: timespec { st_ctimespec }
    }

    extension timespec {
        /// `UTIME_OMIT` of `<sys/stat.h>`.
        static let unchanged = timespec(tv_sec: 0, tv_nsec: -2)
    }

    extension EntryFile.Access {
        /// No flag: Darwin moves the access time, which the cache expects.
        static let quietly: Int32 = 0
        /// Opens a folder to reach the files in it; it must be one that may be listed.
        static let passing: Int32 = O_RDONLY
    }

    extension MemoryBudget {
        static let addressSpaceResource = RLIMIT_AS
    }
#endif
