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
        get { rest?.staleReason }
        set { rest = Rest(timings, newValue, original) }
    }
    /// The duration of each stage; empty for a hit in memory without observers.
    var timings: StageTimings {
        get { rest?.timings ?? StageTimings() }
        set { rest = Rest(newValue, staleReason, original) }
    }
    /// The time-out of the request, which also limits each encoding of this response; nil for none.
    var timeout: Duration?
    /// The bytes as they were loaded, and how the picture was made of them; nil unless asked for.
    var original: EncodedOriginal? {
        get { rest?.original }
        set { rest = Rest(timings, staleReason, newValue) }
    }

    /// The parts that a hit in memory does not have.
    private final class Rest: Sendable {
        let timings: StageTimings
        let staleReason: ImageError?
        let original: EncodedOriginal?

        init(
            _ timings: StageTimings, _ staleReason: ImageError? = nil,
            _ original: EncodedOriginal? = nil
        ) {
            (self.timings, self.staleReason, self.original) = (timings, staleReason, original)
        }
    }

    private var rest: Rest?

    package init(_ cached: CachedImage, origin: ImageOrigin, timings: StageTimings) {
        content = cached
        self.origin = origin
        rest = Rest(timings)
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
