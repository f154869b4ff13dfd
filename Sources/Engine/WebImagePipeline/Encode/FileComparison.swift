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
        let isLight = image.poster.sampleFormat == .rgbaHalf
        // A map that was applied counts as light.
        if isLight { wanted[.gainMap] = 0 }
        let hasLight =
            isLight
            || image.metadata.isHighDynamicRange
                && StatedLight(of: source).curve?.isAboveWhite == true
        wanted[.light] = hasLight && settings.depth != .eight ? 1 : 0
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
            if wanted[.light] > 0 {
                content[.light] = codecs.hasLight(file, content, floats: isLight) ? 1 : 0
            }
            // The map has further bits.
            if isLight, content[.gainMap] > 0 { content[.bitDepth] = wanted[.bitDepth] }
            return content
        }
    }
}

extension CodecList {
    /// Returns `true` if a file holds light above white: by a gain map, a curve, or floats.
    ///
    /// - Parameter floats: `true` if it was made of light, which is floats in TIFF.
    fileprivate func hasLight(
        _ file: EncodedImage, _ content: FileContent, floats: Bool
    ) -> Bool {
        guard content[.gainMap] == 0, let format = file.format else { return true }
        if format == .tiff { return floats && content[.bitDepth] == 16 }
        guard let decoder = try? decoder(for: format) else { return false }
        let color = file.bytes.withSpan { decoder.color(of: $0) }
        guard case .codePoints(let points) = color else { return false }
        return points.transfer.isAboveWhite || points.transfer == .linear
    }

    /// Returns `true` if a file has other colours than sRGB.
    func hasOtherColors(_ file: EncodedImage) -> Bool {
        guard let format = file.format, let color, let decoder = try? decoder(for: format) else {
            return false
        }
        return !color.isSRGB(file.bytes.withSpan { decoder.color(of: $0) })
    }
}
