import WebImageCaching
import WebImageLoading
import WebImageRuntime

// Entries by their heads alone: no bytes are read.
extension DiskStage {
    /// Returns `true` if there is a fresh entry of the bytes; they are not read.
    func hasFresh(for request: PreparedRequest, trace: LoadTrace) async -> Bool {
        guard request.plan.readsDisk else { return false }
        return await freshness(
            of: request.dataKey, in: stages.originals, for: request, trace: trace) == .fresh
    }

    /// Returns `true` if there is an entry of the bytes or of the variant, fresh or stale.
    func has(_ request: PreparedRequest, trace: LoadTrace) async -> Bool {
        let original = await freshness(
            of: request.dataKey, in: stages.originals, for: request, trace: trace)
        if original != .unusable { return true }
        guard request.hasVariant else { return false }
        return await freshness(
            of: request.imageKey, in: stages.variants(of: request), for: request, trace: trace)
            != .unusable
    }

    /// Returns the freshness of an entry by its head alone; `unusable` if there is none.
    private func freshness(
        of key: CacheKey, in access: DiskAccess?, for request: PreparedRequest, trace: LoadTrace
    ) async -> Freshness {
        guard let head = await head(of: key, in: access, trace: trace),
            isAdmitted(head, for: request)
        else {
            return .unusable
        }
        return stages.freshness.judge(head, for: request)
    }

    /// Returns `true` unless a head states a picture beyond the limits.
    func isAdmitted(_ head: EntryHead?, for request: PreparedRequest) -> Bool {
        head?.source.map { stages.admits($0, with: request.options) } ?? true
    }

    /// Returns the head of an entry; nil if there is none.
    func head(
        of key: CacheKey, in access: DiskAccess?, trace: LoadTrace
    ) async -> EntryHead? {
        guard let access else { return nil }
        do throws(DiskError) {
            await shared.writes.settle(key)
            return try await access.io.run { () throws(DiskError) in
                try access.cache.head(for: key)
            }
        } catch {
            trace.report(.cacheFailed(key: trace.key, error: error))
            return nil
        }
    }
}
