import WebImageCaching
import WebImageLoading

/// The key of shared work: requests share it only if they agree in all of it.
///
/// Priority and stored outputs are no part of it: shared work unites the ``WorkNeeds`` of its
/// callers.
package struct LoadKey: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        /// Makes an image: reads these caches, and accepts an image of that staleness if the origin
        /// fails.
        case image(
            CachePolicy, memory: Bool, disk: Bool, bypasses: Bool, keepsBytes: Bool,
            retries: Bool, staleIfError: Duration?)
        /// Loads bytes from their origin, for requests that use caches.
        case bytes
        /// Loads bytes past all caches: a response that caches had a part in is not for it.
        case bytesPastCaches
    }

    private let pipeline: UInt64
    private let key: CacheKey
    private let kind: Kind
    private let interceptors: [String]
    private let directives: [String]
    private let allowsFileURLs: Bool
    /// The data that an image is stored with: no caller's are lost.
    private let userData: [UInt8]

    /// Creates the key of the work that makes an image.
    ///
    /// - Parameter pipeline: The number of the pipeline's stages: a copy with another stage has
    ///   another one.
    init(image prepared: PreparedRequest, pipeline: UInt64) {
        let (options, plan) = (prepared.request.options, prepared.plan)
        self.init(
            pipeline, prepared.imageKey,
            .image(
                plan.policy, memory: plan.usesMemory, disk: plan.usesDisk,
                bypasses: plan.bypassesCaches, keepsBytes: plan.keepsBytes,
                retries: options.ignoresRememberedFailures,
                staleIfError: options.staleIfError), prepared,
            userData: prepared.request.userData)
    }

    /// Creates the key of the work that loads bytes.
    ///
    /// - Parameter pipeline: The number of the settings that transfers depend on.
    init(bytes prepared: PreparedRequest, pipeline: UInt64) {
        self.init(
            pipeline, prepared.dataKey,
            prepared.plan.bypassesCaches ? .bytesPastCaches : .bytes, prepared)
    }

    private init(
        _ pipeline: UInt64, _ key: CacheKey, _ kind: Kind, _ prepared: PreparedRequest,
        userData: [UInt8] = []
    ) {
        self.userData = userData
        let request = prepared.request
        self.pipeline = pipeline
        self.key = key
        self.kind = kind
        interceptors = request.interceptors.map(\.identity)
        // Cache directives are in no other key.
        directives =
            prepared.hasDirectives
            ? request.headers.values("Cache-Control") + request.headers.values("Pragma") : []
        // A request gets no file by the permission of another.
        allowsFileURLs = request.allowsFileURLs
    }
}
