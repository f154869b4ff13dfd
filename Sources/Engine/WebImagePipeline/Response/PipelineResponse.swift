package import WebImageCaching
import WebImageCoding
package import WebImageLoading
package import WebImagePixels

/// The response of the pipeline to any request: a picture or a file, and its provenance.
///
/// Callers receive it as an ``ImageResponse`` or an ``ImageFile``.
@usableFromInline
package struct PipelineResponse: Sendable {
    /// The result and the bytes' metadata: the same object as in the memory cache, so that a hit
    /// costs one reference.
    var content: CachedImage
    var origin: ImageOrigin
    /// `true` if the origin was asked, and has the bytes of the cached result, whether it sent them
    /// or not.
    var unchanged = false
    /// `true` if the result is from a cache, and HTTP's time for its use had passed.
    var isStale = false
    /// The error of the origin, if a cached result stands in for it.
    var staleReason: ImageError? {
        get { rest?.parts.staleReason }
        set { change { $0.staleReason = newValue } }
    }
    /// The duration of each stage; empty for a hit in memory without observers.
    var timings: StageTimings {
        get { rest?.parts.timings ?? StageTimings() }
        set { change { $0.timings = newValue } }
    }
    /// The time-out of the request, which also limits each encoding of this response; nil for none.
    var timeout: Duration?
    /// The bytes as they were loaded, and how the picture was made of them; nil unless asked for.
    var original: EncodedOriginal? {
        get { rest?.parts.original }
        set { change { $0.original = newValue } }
    }
    /// The alternative of the request that answered; nil for its own source.
    var fallback: SourceChain.Fallback? {
        get { rest?.parts.fallback }
        set { change { $0.fallback = newValue } }
    }

    /// The parts that a hit in memory does not have.
    private struct Parts: Sendable {
        var timings = StageTimings()
        var staleReason: ImageError?
        var original: EncodedOriginal?
        var fallback: SourceChain.Fallback?
    }

    private final class Rest: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private var rest: Rest?

    private mutating func change(_ change: (inout Parts) -> Void) {
        var parts = rest?.parts ?? Parts()
        change(&parts)
        rest = Rest(parts)
    }

    package init(_ cached: CachedImage, origin: ImageOrigin, timings: StageTimings) {
        content = cached
        self.origin = origin
        rest = Rest(Parts(timings: timings))
    }

    /// Creates the untimed response of a hit in memory, without any allocation.
    init(remembered cached: CachedImage) {
        content = cached
        origin = .memory
    }
}

// The stages return what a request asks for, and what else a cache has counts as a miss.
extension PipelineResponse {
    /// The picture of a request for one.
    package var image: DecodedImage {
        guard case .image(let image) = content.result else {
            preconditionFailure("A request for a picture received a file.")
        }
        return image
    }

    /// The file of a request for one.
    var file: CachedFile {
        guard case .file(let file) = content.result else {
            preconditionFailure("A request for a file received a picture.")
        }
        return file
    }
}
