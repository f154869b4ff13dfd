package import WebImageBytes

/// The content of a file that one made of it may lack, counted by kind.
///
/// The one rule of losses: what a source has, and was not asked to go, is compared with what the
/// written file has, however it was written.
package struct FileContent: Sendable {
    private var counts: [Loss.Kind: Int] = [:]

    /// Reads the headers of a file, whose format is known; frames and profile are not read.
    package init(of image: EncodedImage) {
        let attached = AttachedData(of: image)
        counts = [
            .gainMap: attached.hasGainMap ? 1 : 0, .depthMaps: attached.depthMapCount,
            .pictures: attached.pictureCount, .pages: attached.pageCount,
            .films: attached.filmCount, .bytes: attached.otherByteCount,
            .unknown: attached.mayHaveMore ? 1 : 0, .frames: 1,
            .bitDepth: Self.bitDepth(of: image), .light: 0, .profile: 0,
        ]
    }

    /// The number of a kind.
    package subscript(kind: Loss.Kind) -> Int {
        get { counts[kind, default: 0] }
        set { counts[kind] = newValue }
    }

    /// Returns what a file that was made of this one lacks.
    ///
    /// - Parameter written: The content of that file, read only if there is something to lose.
    package func losses(in written: () -> FileContent) -> [Loss] {
        let kinds = Loss.Kind.allCases.filter { self[$0] > Self.least($0) }
        guard !kinds.isEmpty else { return [] }
        let written = written()
        return kinds.compactMap { kind in
            let (from, to) = (self[kind], written[kind])
            let isLost =
                switch kind {
                // Bytes between pictures may belong to them, and equal frames become one.
                case .bytes, .frames: to <= Self.least(kind)
                default: to < from
                }
            return isLost ? Loss(kind, from: from, to: to) : nil
        }
    }

    /// Returns the number of a kind that every file has.
    private static func least(_ kind: Loss.Kind) -> Int {
        switch kind {
        case .pages, .frames: 1
        case .bitDepth: 8
        default: 0
        }
    }

    /// Returns the bits of a channel that count, at least 8; the colours of a palette have 8, and
    /// 16 of PNG may hold fewer.
    private static func bitDepth(of image: EncodedImage) -> Int {
        guard let format = image.format else { return 8 }
        return image.bytes.withSpan { bytes in
            let pixels = StoredPixels(of: bytes, format: format)
            guard pixels.colorType != .palette, let bits = pixels.bitDepth, bits > 8 else {
                return 8
            }
            let isPNG = [.png, .apng].contains(format)
            return max(isPNG ? PNGChunk.significantBits(of: bytes) ?? bits : bits, 8)
        }
    }
}
