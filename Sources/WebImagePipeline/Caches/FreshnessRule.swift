import FoundationEssentials
import WebImageCaching

/// Judges what the caches hold by RFC 9111, at the current date and for one user or for many.
struct FreshnessRule {
    let mode: CacheMode
    let now: @Sendable () -> Date

    /// Judges an image in memory.
    func judge(_ cached: CachedImage, _ request: PreparedRequest) -> Freshness {
        if isPlainlyFresh(cached, request) { return .fresh }
        guard cached.hasAnswer else { return .unusable }
        if isInTime(cached), !request.hasDirectives, cached.mode == mode,
            cached.isSelected(by: request)
        {
            return .fresh
        }
        return cached.answer.map { judge($0, request) } ?? .unusable
    }

    /// Returns `true` if nothing but its date matters of an image in memory, and that lets it answer: no
    /// field is read, and without a date no clock.
    func isPlainlyFresh(_ cached: CachedImage, _ request: PreparedRequest) -> Bool {
        if cached.hasAnswer, request.hasDirectives || cached.hasSelectors || cached.mode != mode {
            return false
        }
        return isInTime(cached)
    }

    private func isInTime(_ cached: CachedImage) -> Bool {
        guard let expires = cached.expires else { return true }
        let now = now()
        return expires > now && cached.receipt?.isAhead(of: now) != true
    }

    /// Judges bytes from disk.
    func judge(_ data: LoadedData, _ request: PreparedRequest) -> Freshness {
        judge(data.answer, expires: data.expires, request)
    }

    /// Judges an entry on disk by its head alone.
    func judge(_ head: EntryHead, _ request: PreparedRequest) -> Freshness {
        judge(StoredResponse(head.response, head.receipt), expires: head.expires, request)
    }

    /// Judges a stored response.
    func judge(_ stored: StoredResponse, _ request: PreparedRequest) -> Freshness {
        Freshness(stored: stored, request: request.sentHeaders, now: now(), mode: mode)
    }

    private func judge(
        _ stored: StoredResponse?, expires: Date?, _ request: PreparedRequest
    ) -> Freshness {
        if let stored { return judge(stored, request) }
        return expires.map { $0 > now() } ?? true ? .fresh : .unusable
    }
}
