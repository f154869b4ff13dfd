import WebImageCoding
import WebImageLoading
import WebImageMetadata
import WebImagePixels

/// The comparison of a source's file with the one that was made of it, by what was asked for.
struct FileComparison: Sendable {
    private let codecs: CodecList
    private let settings: EncodeSettings
    private let options: ImageOptions

    init(_ codecs: CodecList, _ settings: EncodeSettings, _ options: ImageOptions) {
        (self.codecs, self.settings, self.options) = (codecs, settings, options)
    }

    /// Returns what the source's file has and the written one lacks, apart from what the request
    /// asked to go.
    ///
    /// Only headers are read.
    func losses(
        of image: DecodedImage, in source: EncodedImage, by bytes: ByteBlock,
        _ format: ImageFormat, _ frameCount: Int
    ) -> [Loss] {
        guard bytes !== source.bytes else { return [] }
        var wanted = FileContent(of: source)
        wanted[.frames] = image.frames?.count ?? 1
        let keepsColors = options.colorProfile == .keep
        wanted[.profile] = keepsColors && codecs.hasOtherColors(source) ? 1 : 0
        if settings.gainMap == .drop { wanted[.gainMap] = 0 }
        if settings.depth == .eight { wanted[.bitDepth] = 8 }
        if options.sets(ImageOptions.Page.self) { wanted[.pages] = 1 }
        return wanted.losses {
            var file = EncodedImage(bytes)
            file.format = format
            var content = FileContent(of: file)
            content[.frames] = frameCount
            // Pixels of 8 bits in a file of more.
            if settings.depth == .sixteen, image.poster.sampleFormat == .bgra8 {
                content[.bitDepth] = 8
            }
            content[.profile] = keepsColors && codecs.hasOtherColors(file) ? 1 : 0
            return content
        }
    }
}

extension CodecList {
    /// Returns `true` if a file has other colours than sRGB.
    func hasOtherColors(_ file: EncodedImage) -> Bool {
        guard let format = file.format, let color, let decoder = try? decoder(for: format) else {
            return false
        }
        return !color.isSRGB(file.bytes.withSpan { decoder.color(of: $0) })
    }
}
