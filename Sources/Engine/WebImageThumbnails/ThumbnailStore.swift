import WebImageCaching
public import WebImageCoding
import WebImageLoading
public import WebImagePipeline
import WebImagePixels
import WebImageRuntime

/// The thumbnails that the programs of a user's desktop share, by the Thumbnail Managing Standard
/// of freedesktop.org.
///
/// ```swift
/// pipeline.thumbnails = ThumbnailStore()
/// ```
///
/// A request of an `ImageSource.file` in a box of up to 1024 pixels is then answered from
/// `normal`, `large`, `x-large` or `xx-large`: by the smallest thumbnail that has the pixels and
/// states the URI, the modification time and the length of the file as it is now. File managers
/// have made most of them. A missing one is made from the file and written for all programs, unless
/// the picture is as small itself. A repository `.sh_thumbnails` beside the file is read as well,
/// and never written.
///
/// A file with several frames is answered only if `firstFrameOnly` is set, since thumbnails are
/// still. Thumbnails of thumbnails, remote addresses, and files that interceptors change, as by
/// decrypting, are neither read nor written. Thumbnails are bytes of other programs: the pipeline's
/// codecs decode them, within its limits.
public struct ThumbnailStore: ThumbnailSource {
    /// The folder `thumbnails` in the user's folder of caches: `$XDG_CACHE_HOME` if that is
    /// absolute, else `~/.cache`.
    public static var standardFolder: String { StandardFolder.current("thumbnails") }

    let folder: String
    private let isReadOnly: Bool

    /// Creates a store in a folder, which need not exist.
    ///
    /// - Parameters:
    ///   - folder: A path; a relative one begins at the present working folder.
    ///   - isReadOnly: `true` to write nothing there.
    public init(folder: String = Self.standardFolder, isReadOnly: Bool = false) {
        self.folder = FileURI.absolute(folder) ?? folder
        self.isReadOnly = isReadOnly
    }

    /// Returns the thumbnail of a request's file, from the store or made now; nil to decode the
    /// file.
    public func thumbnail(
        for request: ImageRequest, from pipeline: ImagePipeline
    ) async -> EncodedImage? {
        let io = pipeline.stages.shared.io
        guard case .file(let path) = request.source, let wanted = request.targetSizing?.plain,
            let box = ThumbnailBox(wanted.box, wanted.fit),
            let (original, found) = await io.run({ look(for: path, box) })
        else { return nil }
        if let found, request.firstFrameOnly { return found }
        do throws(ImageError) {
            let info = try await pipeline.info(for: request)
            guard request.firstFrameOnly || info.metadata.frameCount == 1 else { return nil }
            if let found { return found }
            guard !isReadOnly, let size = box.folder(for: info.metadata.size) else { return nil }
            let made = try await picture(of: original, for: request, in: size, from: pipeline)
            return await io.run { made.flatMap { keep($0, of: original, in: size) } }
        } catch {
            if error.blamesBytes, !isReadOnly { await io.run { keepFailure(of: original) } }
            return nil
        }
    }

    /// Returns the new thumbnail of a file, without its texts; nil for a picture that is cut off.
    private func picture(
        of original: OriginalFile, for request: ImageRequest, in size: ThumbnailSize,
        from pipeline: ImagePipeline
    ) async throws(ImageError) -> NewThumbnail? {
        var request = request
        request.targetSizing = TargetSizing(.fit, size.side, size.side)
        request.firstFrameOnly = true
        (request.memoryCaching, request.diskCaching, request.previews) = (.off, .off, .off)
        request.control = nil
        let response = try await pipeline.image(for: request)
        let image = response.image
        guard !image.metadata.isTruncated else { return nil }
        return NewThumbnail(
            bytes: try await pipeline.encode(DecodedImage(poster: image.poster), as: .png),
            format: response.format, size: image.metadata.size)
    }
}

/// A thumbnail that is not written yet.
struct NewThumbnail: Sendable {
    /// The bytes of a PNG file.
    let bytes: ByteBlock
    /// The format of the original.
    let format: ImageFormat?
    /// The width and height of the original in pixels.
    let size: PixelSize
}
