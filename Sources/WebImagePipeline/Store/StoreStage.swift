import FoundationEssentials
import WebImageCaching
import WebImageCoding

/// store: what is kept of an image in memory and on disk, as far as policies and the answer allow.
struct StoreStage: Sendable {
    let mode: CacheMode
    let now: @Sendable () -> Date

    /// What the answer allows of what is wanted for an image made of these bytes.
    func plan(for data: LoadedData, _ wanted: StorePlan) -> StorePlan {
        var plan = wanted
        plan.memory = plan.memory && data.mayBeKept
        plan.original = plan.original && data.mayBeStored
        // A variant of a stored original or of a local file is no copy of it.
        let hasOrigin = data.mayBeStored || data.origin == .disk || data.origin == .file
        plan.variant = plan.variant && data.mayBeKept && hasOrigin
        return plan
    }

    /// What an entry says before these bytes.
    func head(for data: LoadedData) -> EntryHead {
        guard let answer = data.answer else {
            return EntryHead(
                mediaType: data.encoded.mediaType, response: data.head, storedAt: now(),
                expires: data.expires)
        }
        return answer.entryHead(mediaType: data.encoded.mediaType, mode: mode, storedAt: now())
    }
}
