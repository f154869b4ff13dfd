/// Names a flight: work is shared only between requests that agree in all of it.
///
/// What is kept of the result, how soon it is wanted and how long a caller waits is not part of
/// it: those are ``FlightNeeds``, which a flight unites.
struct FlightKey: Hashable, Sendable {
    /// Where a flight looks for bytes.
    enum Route: Hashable, Sendable {
        /// Where they are already: in use by another image, or on disk. No origin is asked.
        case caches
        /// At their origin, for callers that use caches: a refresh, or who found none there.
        case origin
        /// At their origin, past all caches. It shares with its like only: an answer that caches
        /// had a part in is not for it, nor is its own for them.
        case bypass
    }

    private let pipeline: UInt64
    private let key: CacheKey
    /// Where it looks.
    let route: Route
    private let interceptors: [String]
    private let allowsFileURLs: Bool

    /// The name of the work that makes what `key` names.
    ///
    /// - Parameter pipeline: Its stages: a copy of the pipeline with another stage has another
    ///   number.
    init(_ pipeline: UInt64, _ key: CacheKey, _ route: Route, _ request: ImageRequest) {
        self.pipeline = pipeline
        self.key = key
        self.route = route
        // Who stands before the loader has no part in what caches hold, but for what the key says.
        interceptors = route == .caches ? [] : request.interceptors.map(\.identity)
        // Nobody is given a file by the permission of another.
        allowsFileURLs = request.options[AllowsFileURLs.self]
    }
}

extension PreparedRequest {
    /// Whether the origin must not be asked.
    var isOnlyIfCached: Bool {
        request.options[CachePolicy.self] == .onlyIfCached && request.source.isRemote
    }

    /// The way to the origin.
    var route: FlightKey.Route {
        request.options[CachePolicy.self] == .bypass ? .bypass : .origin
    }
}
