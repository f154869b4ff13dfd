import Testing
import WebImageCaching
import WebImageTesting
import WebImageTiers

/// The library's own caches of images meet the requirements of the protocol.
struct ImageCacheConformanceTests {
    @Test(arguments: ImageCacheConformance.trials, [true, false])
    func `a memory cache conforms, finding what was released or not`(
        _ trial: ImageCacheTrial, _ findsReleased: Bool
    ) async {
        let kit = ImageCacheConformance(
            limited: { MemoryCache(maxBytes: $0, findsReleased: findsReleased) },
            { MemoryCache(maxBytes: 64 << 20, findsReleased: findsReleased) })
        let violations = await kit.violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(
        arguments: ImageCacheConformance.trials,
        [TierPolicy.serial, .concurrent, .highestOnly, .lowestOnly])
    func `tiers conform whichever of them are used`(
        _ trial: ImageCacheTrial, _ policy: TierPolicy
    ) async {
        let violations = await conformance(of: policy, promotes: true).violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(arguments: ImageCacheConformance.trials)
    func `tiers that store below and copy upwards conform`(_ trial: ImageCacheTrial) async {
        let kit = conformance(of: .serial, storing: .lowestOnly, promotes: true)
        let violations = await kit.violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `tiers of which none is used keep nothing`() async {
        let violations = await conformance(of: .nothing, promotes: false).violations()
        #expect(violations.contains { $0.trial == "a hit has the picture that was stored" })
    }

    private func conformance(
        of policy: TierPolicy, storing: TierPolicy? = nil, promotes: Bool
    ) -> ImageCacheConformance {
        return ImageCacheConformance {
            TieredImageCache(
                [MemoryCache(maxBytes: 64 << 20), MemoryCache(maxBytes: 64 << 20)],
                query: policy, store: storing ?? policy, remove: policy, clear: policy,
                promotes: promotes)
        }
    }
}
