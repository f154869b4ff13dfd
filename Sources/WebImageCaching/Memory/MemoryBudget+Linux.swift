#if canImport(Glibc)
    import Glibc

    extension MemoryBudget {
        static let addressSpaceResource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    }
#endif
