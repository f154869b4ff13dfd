import Foundation
import TestSupport
import Testing
import WebImageCaching

/// Random histories of a damaged folder that two caches share, compared with a ``DiskModel``.
///
/// A failure names its seed. The histories block, so they run on threads of their own.
struct DiskModelTests {
    @Test(arguments: UInt64(1)...4)
    func `with room for all each look finds just what the dictionary says`(
        seed: UInt64
    ) async throws {
        let limits = DiskLimits(lifetime: .seconds(40_000))
        let history = try await onThread {
            var history = try DiskHistory(seed: seed, limits: limits)
            try history.run(stepCount: 300)
            return history
        }
        #expect(history.flaws == [])
        #expect(history.hitCount > 10)
        #expect(history.damageCount > 1)
    }

    @Test(arguments: UInt64(11)...14)
    func `with less room no look finds anything else, and the limits hold`(
        seed: UInt64
    ) async throws {
        let limits = DiskLimits(
            maxBytes: 40_000, lifetime: .seconds(40_000),
            maxEntries: seed.isMultiple(of: 2) ? 20 : nil)
        let history = try await onThread {
            var history = try DiskHistory(seed: seed, limits: limits)
            try history.run(stepCount: 300)
            try history.fill()
            return history
        }
        #expect(history.flaws == [])
        #expect(history.hitCount > 10)
        // Concurrent trims of two caches may free more than needed for 90 %, but never half.
        #expect(history.fullness > 0.5)
    }
}
