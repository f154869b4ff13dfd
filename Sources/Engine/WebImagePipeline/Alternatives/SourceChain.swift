import WebImageCaching
import WebImageLoading

/// A completed request with its alternatives, which are asked in order until one has the picture.
///
/// Each is loaded as a request alone is: by its own key, from all caches, in a load that equal
/// requests share, and its failure is remembered for it.
struct SourceChain {
    /// An answer, and the failure of the origin for which it stands in; nil for another answer.
    typealias Answer<Value> = (value: Value, staleReason: ImageError?)

    /// The alternative that is asked, and the failure of the request's own source.
    struct Fallback: Sendable {
        /// The place among the alternatives, from 0.
        let place: Int
        let reason: ImageError
    }

    private let pipeline: ImagePipeline
    private let request: ImageRequest
    private let product: Product
    /// The end of the caller's time, which is for all sources together; nil for none.
    private let end: ContinuousClock.Instant?
    /// The failures, in order, each with the key of its source.
    private var failures: [(key: CacheKey, error: ImageError)] = []
    /// The key of the source that is asked now.
    private var key: CacheKey

    /// - Throws: `ImageError.request` for alternatives that are refused.
    init(
        _ request: ImageRequest, as product: Product, in pipeline: ImagePipeline
    ) throws(ImageError) {
        try request.checkAlternatives()
        (self.pipeline, self.request, self.product) = (pipeline, request, product)
        let timeout = request.timeout(under: pipeline.stages.policyTimeout)
        end = timeout.map { .now + min($0, longestSleep) }
        key = request.source.nameWithoutKey
    }

    /// Returns the first fresh answer of a source, else the first stale one.
    ///
    /// - Parameter load: Loads a source; gets the alternative that it is, nil for the request's
    ///   own.
    /// - Throws: The failure of the request's own source.
    mutating func answer<Value>(
        by load: (PreparedRequest, Fallback?) async throws(ImageError) -> Answer<Value>
    ) async throws(ImageError) -> Value {
        var stale: Value?
        for place in -1..<request.alternatives.count {
            guard let source = source(at: place) else { break }
            do throws(ImageError) {
                let prepared = try await prepare(source)
                let answer = try await load(prepared, fallback(at: place))
                guard let reason = answer.staleReason else { return answer.value }
                stale = stale ?? answer.value
                failures.append((key, reason))
            } catch {
                if place < 0, !error.isMendable { throw error }
                if case .cancelled = error { throw error }
                failures.append((key, error))
            }
            if Task.isCancelled { throw .cancelled }
        }
        reportFailure(to: nil)
        if let stale { return stale }
        throw failures.first?.error ?? .cancelled
    }

    private func fallback(at place: Int) -> Fallback? {
        failures.first.map { Fallback(place: place, reason: $0.error) }
    }

    /// Returns the request of a place within the time that is left; nil if none is.
    private func source(at place: Int) -> ImageRequest? {
        guard place >= 0 else { return request }
        var source = request.alternatives[place].request(for: request)
        if let control = request.control { source.control = control }
        guard let end else { return source }
        let rest = ContinuousClock.now.duration(to: end)
        guard rest > .zero else { return nil }
        let own = source.timeout(under: pipeline.stages.policyTimeout)
        source.timeout = own.map { min($0, rest) } ?? rest
        return source
    }

    /// Returns a source with its keys, and reports that it is asked after the one before.
    private mutating func prepare(
        _ source: ImageRequest
    ) async throws(ImageError) -> PreparedRequest {
        key = source.source.nameWithoutKey
        do throws(ImageError) {
            let prepared = try await pipeline.prepare(completed: source, as: product)
            key = prepared.imageKey
            reportFailure(to: key)
            return prepared
        } catch {
            reportFailure(to: key)
            throw error
        }
    }

    private func reportFailure(to next: CacheKey?) {
        guard let last = failures.last else { return }
        pipeline.observers.report(.fellBack(key: last.key, to: next, error: last.error))
    }
}

extension ImageSource {
    /// The name in events of a source that has no key, since it cannot be read.
    fileprivate var nameWithoutKey: CacheKey {
        let name =
            switch self {
            case .url: "url"
            case .file(let path): path
            case .data: "data"
            }
        return CacheKey(subject: name, parts: [("unread", name)])
    }
}
