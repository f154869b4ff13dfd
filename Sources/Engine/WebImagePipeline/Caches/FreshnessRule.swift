import FoundationEssentials
import WebImageCaching

/// The freshness of cached images and bytes by RFC 9111, at the current date.
struct FreshnessRule {
    let mode: CacheMode
    let now: @Sendable () -> Date

    func judge(_ cached: CachedImage, for request: PreparedRequest) -> Freshness {
        if isPlainlyFresh(cached, hasDirectives: request.hasDirectives) { return .fresh }
        guard cached.hasResponse else { return .unusable }
        if isInTime(cached), !request.hasDirectives, cached.mode == mode,
            isSelected(cached, by: request)
        {
            return .fresh
        }
        return cached.storedResponse.map { judge($0, for: request) } ?? .unusable
    }

    /// Returns `true` if an image in memory is fresh, and only its date matters.
    ///
    /// No header field is read, and without a date no clock.
    ///
    /// - Parameter hasDirectives: `true` if the request has cache directives.
    func isPlainlyFresh(_ cached: CachedImage, hasDirectives: Bool) -> Bool {
        if cached.hasResponse, hasDirectives || cached.hasSelectors || cached.mode != mode {
            return false
        }
        return isInTime(cached)
    }

    /// Returns `true` if the `Vary` of an image's response admits the request.
    ///
    /// For a request with the same fields as the one before, only their fingerprints are compared.
    private func isSelected(_ cached: CachedImage, by request: PreparedRequest) -> Bool {
        guard cached.hasSelectors else { return true }
        if let fits = cached.facts.fits, fits == Fingerprint(request.sentHeaders) { return true }
        return cached.storedResponse?.isSelected(by: request.sentHeaders) ?? true
    }

    private func isInTime(_ cached: CachedImage) -> Bool {
        guard let expires = cached.expires else { return true }
        let now = now()
        return expires > now && cached.record?.isAhead(of: now) != true
    }

    func judge(_ data: LoadedData, for request: PreparedRequest) -> Freshness {
        judge(data.storedResponse, expires: data.expires, for: request)
    }

    /// Returns `true` if the response itself forbids to keep these bytes, whatever its request
    /// says.
    func forbidsKeeping(_ data: LoadedData) -> Bool {
        data.storedResponse.map { !$0.mayBeKept(mode: mode) } ?? false
    }

    /// Returns the freshness of an entry on disk by its head alone.
    func judge(_ head: EntryHead, for request: PreparedRequest) -> Freshness {
        judge(StoredResponse(head.response, head.record), expires: head.expires, for: request)
    }

    func judge(_ stored: StoredResponse, for request: PreparedRequest) -> Freshness {
        Freshness(stored: stored, request: request.sentHeaders, now: now(), mode: mode)
    }

    private func judge(
        _ stored: StoredResponse?, expires: Date?, for request: PreparedRequest
    ) -> Freshness {
        if let stored { return judge(stored, for: request) }
        return expires.map { $0 > now() } ?? true ? .fresh : .unusable
    }
}
