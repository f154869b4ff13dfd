import WebImageCoding
package import WebImagePixels

/// The result that a memory cache keeps for a request: a picture, or the file of one.
package enum CachedResult: Sendable {
    case image(DecodedImage)
    case file(CachedFile)

    /// `true` if it is a file.
    var isFile: Bool { if case .file = self { true } else { false } }

    /// The bytes of memory that it takes now.
    var cost: Int {
        switch self {
        case .image(let image): image.cost
        case .file(let file): file.bytes.count
        }
    }

    /// The ``cost``, if it stays the same; nil for an animation, whose frames come and go.
    var lastingCost: Int? {
        if case .image(let image) = self, image.frames != nil { nil } else { cost }
    }

    /// The extent of the picture that it was made of.
    var sourceExtent: SourceExtent {
        switch self {
        case .image(let image):
            let metadata = image.handle.metadata
            return SourceExtent(
                metadata.size, frameCount: image.frames == nil ? 1 : metadata.frameCount)
        case .file(let file): return file.sourceExtent
        }
    }
}
