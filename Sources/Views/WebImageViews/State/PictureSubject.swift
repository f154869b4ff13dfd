import WebImageCaching
import WebImageCoding
import WebImageLoading
public import WebImagePipeline
import WebImageRuntime

/// The subject of a picture, regardless of size and transforms; one picture may stand for another
/// of an equal subject until that is loaded.
public struct PictureSubject: Hashable, Sendable {
    private enum Name: Hashable {
        /// The bytes of a URL, with everything that changes them: method, headers, user.
        case key(CacheKey)
        case file(String)
        case data(SameBytes)
        case text(String)
    }

    private let name: Name
    private let page: Int

    /// Creates the subject of a request to a pipeline.
    public init(_ request: ImageRequest, in pipeline: ImagePipeline) {
        var named = request
        named.options = request.options.over(pipeline.defaults)
        page = named.options.page
        named.transforms = []
        if let key = pipeline.namedAtOnce(completed: named)?.dataKey {
            name = .key(key)
            return
        }
        switch request.source {
        case .url(let text): name = .text(text)
        case .file(let path): name = .file(path)
        case .data(let bytes): name = .data(SameBytes(bytes: bytes))
        }
    }

    /// Creates a subject with a name.
    package init(_ name: String) {
        self.name = .text(name)
        page = 0
    }

    /// Bytes that are compared by identity, not by content.
    private struct SameBytes: Hashable {
        let bytes: ByteBlock

        static func == (left: SameBytes, right: SameBytes) -> Bool { left.bytes === right.bytes }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(bytes)) }
    }
}
