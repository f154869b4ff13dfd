import WebImageBytes
import WebImageCaching
import WebImageLoading
import WebImagePixels

// The files of the store; these functions block.
extension ThumbnailStore {
    /// The folder of failures, by the name and version of the program that failed.
    static let failures = "fail/webimage-\(libraryVersion)"

    /// A picture of one transparent pixel, in place of a thumbnail that cannot be made.
    static let nothing = ByteBlock(copying: [
        137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 4,
        0, 0, 0, 181, 28, 12, 2, 0, 0, 0, 11, 73, 68, 65, 84, 120, 218, 99, 96, 96, 0, 0, 0, 3, 0,
        1, 43, 9, 77, 132, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ])

    /// Returns the state of a file, and its thumbnail if there is one that is enough; nil for a
    /// file that can have none: a thumbnail, or one that was noted as a failure.
    func look(
        for path: String, _ box: ThumbnailBox
    ) -> (original: OriginalFile, found: EncodedImage?)? {
        guard let original = OriginalFile(path), !original.isShared,
            !original.path.hasPrefix(folder + "/")
        else { return nil }
        let shared = "\(original.folder)/\(OriginalFile.sharedFolder)"
        let found =
            find(original, as: original.uri, in: folder, box)
            ?? find(original, as: original.sharedURI, in: shared, box)
        return found == nil && hasFailed(original) ? nil : (original, found)
    }

    private func find(
        _ original: OriginalFile, as uri: String, in folder: String, _ box: ThumbnailBox
    ) -> EncodedImage? {
        let name = FileURI.thumbnailName(of: uri)
        for size in box.sizes {
            guard let bytes = ThumbnailFolder(path: "\(folder)/\(size.folder)").bytes(of: name),
                let file = bytes.withSpan({ ThumbnailFile($0, side: size.side) }),
                file.shows(original, as: uri),
                box.isCovered(by: file.size) || file.isWhole(within: size.side)
            else { continue }
            return EncodedImage(bytes)
        }
        return nil
    }

    /// Writes a thumbnail and returns it; nil if the file has changed since it was examined.
    ///
    /// A store that cannot be written, or is full, is no failure: the thumbnail is used once.
    func keep(
        _ made: NewThumbnail, of original: OriginalFile, in size: ThumbnailSize
    ) -> EncodedImage? {
        guard OriginalFile(original.path) == original else { return nil }
        let facts = [
            ("Thumb::Mimetype", made.format?.mediaType ?? "image/png"),
            ("Thumb::Image::Width", String(made.size.width)),
            ("Thumb::Image::Height", String(made.size.height)),
        ]
        guard let bytes = try? ThumbnailFile.adding(texts(of: original) + facts, to: made.bytes)
        else { return nil }
        ThumbnailFolder(path: "\(folder)/\(size.folder)")
            .put(bytes, as: FileURI.thumbnailName(of: original.uri))
        return EncodedImage(bytes)
    }

    /// `true` if no thumbnail can be made of this state of a file.
    func hasFailed(_ original: OriginalFile) -> Bool {
        ThumbnailFolder(path: "\(folder)/\(Self.failures)")
            .bytes(of: FileURI.thumbnailName(of: original.uri))?
            .withSpan { ThumbnailFile($0, side: 1) }?
            .shows(original, as: original.uri) ?? false
    }

    /// Notes that no thumbnail can be made of this state of a file.
    func keepFailure(of original: OriginalFile) {
        guard let bytes = try? ThumbnailFile.adding(texts(of: original), to: Self.nothing) else {
            return
        }
        ThumbnailFolder(path: "\(folder)/\(Self.failures)")
            .put(bytes, as: FileURI.thumbnailName(of: original.uri))
    }

    private func texts(of original: OriginalFile) -> [(keyword: String, text: String)] {
        [
            ("Thumb::URI", original.uri), ("Thumb::MTime", String(original.modified)),
            ("Thumb::Size", String(original.byteCount)), ("Software", "WebImage \(libraryVersion)"),
        ]
    }
}
