import FoundationEssentials
import WebImageCoding

/// store: keeps the image in memory and the original bytes on disk, as far as policies and the answer allow.
struct StoreStage: Sendable {
    let memory: any ImageCache
    let disk: DiskStage?
    let mode: CacheMode
    let now: @Sendable () -> Date

    /// What is to be kept.
    struct Plan {
        let reachesMemory: Bool
        let reachesDisk: Bool
    }

    /// What policies and the answer allow for these bytes.
    func plan(for data: LoadedData, _ prepared: PreparedRequest) -> Plan {
        let options = prepared.request.options
        let policy = options[StorePolicy.self]
        let isBypassed = options[CachePolicy.self] == .bypass
        return Plan(
            reachesMemory: policy.reachesMemory && !isBypassed && data.mayBeKept,
            reachesDisk: policy.reachesDisk && !isBypassed && disk != nil && data.mayBeStored)
    }

    /// Keeps what the plan says; the disk's failures are reported, not thrown.
    func run(
        _ plan: Plan, _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest,
        _ record: LoadRecord
    ) async {
        if plan.reachesMemory { memory.store(image, for: prepared.imageKey) }
        guard plan.reachesDisk, let disk else { return }
        let head = head(of: data)
        if let entry = data.entry {
            await disk.renew(data, for: prepared.dataKey, from: entry, to: head, record: record)
        } else if data.hasBytes {
            await disk.store(data, for: prepared.dataKey, head: head, record: record)
        }
    }

    private func head(of data: LoadedData) -> EntryHead {
        guard let answer = data.answer else {
            return EntryHead(
                mediaType: data.encoded.mediaType, response: data.head, storedAt: now(),
                expires: data.expires)
        }
        var head = answer.entryHead(
            mediaType: data.encoded.mediaType, mode: mode, storedAt: now())
        head.userData = data.entry?.userData ?? []
        return head
    }
}
