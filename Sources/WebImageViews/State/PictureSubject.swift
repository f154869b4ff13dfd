import WebImageCaching
import WebImageCoding
import WebImageLoading
public import WebImagePipeline
import WebImageRuntime

/// What a picture shows, apart from its size and its transforms: decides whether one picture may
/// stand for another until that is there.
public struct PictureSubject: Hashable, Sendable {
    private enum Name: Hashable {
        /// The bytes of a URL, with all that changes them: the method, headers, whose user.
        case key(CacheKey)
        case file(String)
        case data(SameBytes)
        case text(String)
    }

    private let name: Name
    private let page: Int

    /// What a request to a pipeline shows.
    public init(_ request: ImageRequest, in pipeline: ImagePipeline) {
        var named = request
        named.options = request.options.over(pipeline.defaults)
        page = named.options.page
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

    /// Something of that name.
    package init(_ name: String) {
        self.name = .text(name)
        page = 0
    }

    /// Bytes that are compared by where they are, not by what they are.
    private struct SameBytes: Hashable {
        let bytes: ByteBlock

        static func == (left: SameBytes, right: SameBytes) -> Bool { left.bytes === right.bytes }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(bytes)) }
    }
}
