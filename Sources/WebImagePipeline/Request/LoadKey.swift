import WebImageCaching
import WebImageLoading

/// Names a flight: work is shared only between requests that agree in all of it.
///
/// What is kept of the result, how soon it is wanted and how long a caller waits is not part of it:
/// those are ``WorkNeeds``, which a flight unites.
package struct LoadKey: Hashable, Sendable {
    /// What a flight does that another one of the same key does not.
    private enum Course: Hashable, Sendable {
        /// Makes an image, looking into these caches on the way; what is as stale as that stands in
        /// for an origin that fails.
        case image(CachePolicy, ReadPolicy, retries: Bool, staleIfError: Duration?)
        /// Loads bytes from their origin, for callers that use caches: who found none there, and who
        /// refreshes. Who wants cached images only never gets here.
        case bytes
        /// Loads bytes past all caches. It shares with its like only: an answer that caches had a
        /// part in is not for it, nor is its own for them.
        case bytesPastCaches
    }

    private let pipeline: UInt64
    private let key: CacheKey
    private let course: Course
    private let interceptors: [String]
    private let directives: [String]
    private let allowsFileURLs: Bool

    /// The flight that makes the image of a request.
    ///
    /// - Parameter pipeline: Its stages: a copy of the pipeline with another stage has another
    ///   number.
    init(image prepared: PreparedRequest, pipeline: UInt64) {
        let options = prepared.request.options
        self.init(
            pipeline, prepared.imageKey,
            .image(
                prepared.plan.policy, options[ReadPolicy.self],
                retries: options[RetriesFailed.self],
                staleIfError: options[StaleIfError.self]), prepared)
    }

    /// The flight that loads the bytes of a request.
    init(bytes prepared: PreparedRequest, pipeline: UInt64) {
        self.init(
            pipeline, prepared.dataKey,
            prepared.plan.policy == .bypass ? .bytesPastCaches : .bytes, prepared)
    }

    private init(
        _ pipeline: UInt64, _ key: CacheKey, _ course: Course, _ prepared: PreparedRequest
    ) {
        let request = prepared.request
        self.pipeline = pipeline
        self.key = key
        self.course = course
        interceptors = request.interceptors.map(\.identity)
        // What a request says to caches is in no key.
        directives =
            prepared.hasDirectives
            ? request.headers.values("Cache-Control") + request.headers.values("Pragma") : []
        // Nobody is given a file by the permission of another.
        allowsFileURLs = request.options[AllowsFileURLs.self]
    }
}
