import FoundationEssentials
import WebImageCoding

/// store: keeps the image in memory and the original bytes on disk, as far as policies and the answer allow.
struct StoreStage: Sendable {
    let memory: any ImageCache
    let disk: DiskStage?
    let now: @Sendable () -> Date

    /// What is to be kept.
    struct Plan {
        let reachesMemory: Bool
        let reachesDisk: Bool
    }

    /// What the policies of all who want these bytes, and their answer, allow.
    func plan(for data: LoadedData, _ policies: Set<StorePolicy>) -> Plan {
        Plan(
            reachesMemory: policies.contains(where: \.reachesMemory) && data.mayBeKept,
            reachesDisk: policies.contains(where: \.reachesDisk) && disk != nil
                && data.mayBeStored)
    }

    /// Keeps what the plan says; the disk's failures are reported, not thrown.
    func run(
        _ plan: Plan, _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest,
        _ record: LoadRecord
    ) async {
        if plan.reachesMemory { memory.store(image, for: prepared.imageKey) }
        guard plan.reachesDisk, let disk else { return }
        let head = EntryHead(
            mediaType: data.encoded.mediaType, response: data.head, storedAt: now(),
            expires: data.expires)
        await disk.store(data, for: prepared.dataKey, head: head, record: record)
    }
}
