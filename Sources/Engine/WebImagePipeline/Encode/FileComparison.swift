import WebImageCoding
import WebImageLoading
import WebImageMetadata
import WebImagePixels

/// The comparison of a source's file with the one that was made of it, by what was asked for.
struct FileComparison: Sendable {
    private let codecs: CodecList
    private let settings: EncodeSettings
    private let request: ImageRequest
    private var options: ImageOptions { request.options }
    private var keepsColors: Bool { options.colorProfile == .keep }

    init(_ codecs: CodecList, _ settings: EncodeSettings, _ request: ImageRequest) {
        (self.codecs, self.settings, self.request) = (codecs, settings, request)
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
        let wanted = content(of: image, in: source)
        let isLight = image.poster.sampleFormat == .rgbaHalf
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

    /// Returns the content of a source's file, apart from what the request asked to go.
    private func content(of image: DecodedImage, in source: EncodedImage) -> FileContent {
        var wanted = FileContent(of: source)
        wanted[.frames] = image.frames?.count ?? frameCount(of: image, in: source)
        wanted[.profile] = keepsColors && codecs.hasOtherColors(source) ? 1 : 0
        if settings.gainMap == .drop { wanted[.gainMap] = 0 }
        let asksLight = options.pixelDepth == .hdr && image.metadata.isHighDynamicRange
        let hasLight =
            image.poster.sampleFormat == .rgbaHalf || asksLight || image.hasCurve(of: source)
        wanted[.light] = hasLight && settings.depth != .eight ? 1 : 0
        // A map that is to be applied counts as light.
        if wanted[.light] > 0, options.pixelDepth == .hdr { wanted[.gainMap] = 0 }
        // A PNG file may state fewer bits than its samples have.
        if source.format == .png, image.poster.sampleFormat == .rgba16 {
            wanted[.bitDepth] = max(wanted[.bitDepth], image.poster.significantBits)
        }
        if settings.depth == .eight { wanted[.bitDepth] = 8 }
        if options.sets(ImageOptions.Page.self) { wanted[.pages] = 1 }
        return wanted
    }

    /// Returns the number of frames of a source whose image is a still, because a transform left
    /// its first frame, or the others are damaged; 1 if only the first was asked for.
    private func frameCount(of image: DecodedImage, in source: EncodedImage) -> Int {
        guard !options.firstFrameOnly, !options.sets(ImageOptions.Page.self) else { return 1 }
        let chain = TransformChain(transforms: request.transforms)
        guard !chain.keepsFrames else { return image.metadata.frameCount }
        let decoder = source.format.flatMap { try? codecs.decoder(for: $0) }
        return (try? decoder?.metadata(of: source.bytes))?.frameCount ?? 1
    }
}

extension DecodedImage {
    /// Returns `true` if the file of the image has light above white by other means than a gain
    /// map.
    func hasCurve(of source: EncodedImage) -> Bool {
        guard metadata.isHighDynamicRange else { return false }
        let hasMap = metadata.gainMap != nil || metadata.gainMapDamage != nil
        return !hasMap || StatedLight(of: source).curve?.isAboveWhite == true
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
