#if canImport(Darwin)
    import Darwin

    extension MemoryBudget {
        static let addressSpaceResource = RLIMIT_AS
    }
#endif
