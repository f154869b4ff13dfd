#if canImport(Glibc)
    import Glibc

    extension stat {
        var accessTime: timespec { st_atim }
        var modificationTime: timespec { st_mtim }
        var changeTime: timespec { st_ctim }
    }

    extension timespec {
        /// `UTIME_OMIT` of `<sys/stat.h>`, a macro that Swift can't see.
        static let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
    }

    extension EntryFile.Access {
        /// Leaves the access time alone, in which the cache keeps the expiry.
        ///
        /// `O_NOATIME` of `<fcntl.h>`, a macro that Swift can't see.
        static let quietly: Int32 = 0o1000000
        /// Opens a folder to reach the files in it, even if it may not be listed.
        ///
        /// `O_PATH` of `<fcntl.h>`, a macro that Swift can't see.
        static let passing: Int32 = 0o10000000
    }

    extension MemoryBudget {
        static let addressSpaceResource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    }
#endif
