import Foundation
import Testing

/// Runs the work without root's rights; for child processes, whose other threads don't need them.
func actingAsNobody(_ work: () throws -> Void) throws {
    #expect(seteuid(65_534) == 0)
    defer { #expect(seteuid(0) == 0) }
    try work()
}

#if canImport(Glibc)
    extension __rlimit_resource {
        var resource: __rlimit_resource_t { __rlimit_resource_t(rawValue) }
    }
#else
    extension Int32 {
        var resource: Int32 { self }
    }
#endif
