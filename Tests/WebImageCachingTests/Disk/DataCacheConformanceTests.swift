import TestSupport
import Testing
import WebImageCaching
import WebImageTesting
import WebImageTiers

/// The library's own caches of bytes meet the requirements of the protocol.
struct DataCacheConformanceTests {
    private let folder: DiskFolder

    init() throws {
        folder = try DiskFolder()
    }

    @Test(arguments: DataCacheConformance.trials)
    func `a disk cache conforms`(_ trial: DataCacheTrial) async {
        let path = folder.path
        let kit = DataCacheConformance(
            limited: { place, maxBytes in
                DiskCache(folder: "\(path)/\(place)", limits: DiskLimits(maxBytes: maxBytes))
            },
            { place in DiskCache(folder: "\(path)/\(place)") })
        let violations = await kit.violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(
        arguments: DataCacheConformance.trials,
        [TierPolicy.serial, .concurrent, .highestOnly, .lowestOnly])
    func `tiers conform whichever of them are used`(
        _ trial: DataCacheTrial, _ policy: TierPolicy
    ) async {
        let violations = await conformance(of: policy).violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(arguments: DataCacheConformance.trials)
    func `tiers that copy upwards conform`(_ trial: DataCacheTrial) async {
        let kit = conformance(of: .serial, storing: .lowestOnly, promotes: true)
        let violations = await kit.violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `tiers of which none is used keep nothing`() async {
        let violations = await conformance(of: .nothing).violations()
        #expect(violations.contains { $0.trial == "a hit has the bytes that were stored" })
    }

    private func conformance(
        of policy: TierPolicy, storing: TierPolicy? = nil, promotes: Bool = false
    ) -> DataCacheConformance {
        let path = folder.path
        return DataCacheConformance { place in
            TieredCache(
                [DiskCache(folder: "\(path)/\(place)/1"), DiskCache(folder: "\(path)/\(place)/2")],
                query: policy, store: storing ?? policy, remove: policy, clear: policy,
                promotes: promotes)
        }
    }
}
