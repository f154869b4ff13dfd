public import WebImageCoding

/// A source of small pictures that stand for files, asked before a file is decoded
/// (``ImagePipeline/thumbnails``).
///
/// `ThumbnailStore` is the desktop's.
public protocol ThumbnailSource: Sendable {
    /// Returns the encoded small picture of a file, which the pipeline decodes, scales and keeps in
    /// memory in place of the file's own; nil to decode the file itself.
    ///
    /// The request is for the picture of an `ImageSource.file` in a box without further geometry,
    /// on its first page, in sRGB, without transforms and a decoder of its own. A picture that
    /// cannot be decoded counts as nil. It should have as many pixels as the box asks for.
    ///
    /// - Parameters:
    ///   - request: The request, with the pipeline's defaults.
    ///   - pipeline: The pipeline of the request without its thumbnails, to load the file with.
    func thumbnail(for request: ImageRequest, from pipeline: ImagePipeline) async -> EncodedImage?
}
