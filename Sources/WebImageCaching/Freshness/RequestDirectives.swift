/// What a request wants of caches (RFC 9111, section 5.2.1).
package struct RequestDirectives: Hashable, Sendable {
    /// The oldest answer that will do, in seconds.
    let maxAge: Double?
    /// How long the answer has to stay fresh, in seconds.
    let minFresh: Double?
    /// How stale an answer may be, in seconds; infinite without a number.
    let maxStale: Double?
    /// The origin has to confirm whatever a cache has.
    let isNoCache: Bool
    /// Nothing of request and answer may be kept.
    let isNoStore: Bool
    /// Only a cache may answer.
    package let isOnlyIfCached: Bool

    /// Reads the fields of a request; `Pragma: no-cache` counts where there is no `Cache-Control`
    /// (section 5.4).
    package init(_ request: HeaderFields) {
        let fields = request.values("Cache-Control")
        let directives = CacheDirectives(fields.isEmpty ? request.values("Pragma") : fields)
        maxAge = directives.seconds("max-age").map(Double.init)
        minFresh = directives.seconds("min-fresh").map(Double.init)
        maxStale =
            directives.hasValue("max-stale")
            ? directives.seconds("max-stale").map(Double.init)
            : directives.contains("max-stale") ? .infinity : nil
        isNoCache = directives.contains("no-cache")
        isNoStore = directives.contains("no-store")
        isOnlyIfCached = directives.contains("only-if-cached")
    }

    /// Whether a request says anything to caches.
    package static func areIn(_ request: HeaderFields) -> Bool {
        request["Cache-Control"] != nil || request["Pragma"] != nil
    }
}
