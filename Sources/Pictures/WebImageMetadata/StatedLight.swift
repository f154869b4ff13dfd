package import WebImageBytes
package import WebImageColorimetry
package import WebImagePixels

/// The statements of a PNG, AVIF or HEIC file about the light of its picture, besides a gain map.
package struct StatedLight {
    /// The curve of the samples; nil if no code points state it.
    package private(set) var curve: TransferFunction?
    /// The light of the content; nil if it is not stated.
    package private(set) var content: ContentLight?
    /// The luminance of the brightest pixel in cd/m², by the content or else by the mastering
    /// display; nil if it is not stated.
    package private(set) var peak: Double?

    /// Reads the headers of a file whose format is known.
    package init(of image: EncodedImage) {
        image.bytes.withSpan { bytes in
            switch image.format {
            case .avif, .heic: read(media: bytes)
            case .png, .apng: read(png: bytes)
            default: break
            }
        }
    }

    private mutating func read(media bytes: RawSpan) {
        guard let colors = try? MediaColors(primaryItemOf: bytes) else { return }
        (content, peak) = (colors.content, colors.peak)
        curve = colors.numbers.flatMap { TransferFunction(rawValue: $0.transfer) }
    }

    /// Chunks of colours precede the pixels (W3C PNG, third edition, 11.3.2); the first intact one
    /// of a kind counts.
    private mutating func read(png bytes: RawSpan) {
        var (at, seen) = (8, Set<String>())
        while let chunk = PNGChunk(bytes, at: at), let name = chunk.name(of: bytes),
            name != "IDAT"
        {
            let (start, count) = (chunk.body.lowerBound, chunk.body.count)
            at = chunk.range.upperBound
            guard count < 32, chunk.isIntact(in: bytes), seen.insert(name).inserted else {
                continue
            }
            switch name {
            case "cICP" where count == 4:
                curve = bytes.u8(at: start + 1).flatMap { TransferFunction(rawValue: Int($0)) }
            case "cLLI" where count == 8, "cLLi" where count == 8:
                guard content == nil, let maximum = bytes.u32(at: start, .big), maximum > 0,
                    let average = bytes.u32(at: start + 4, .big)
                else { break }
                content = ContentLight(tenThousandths: maximum, average: average)
                peak = Double(maximum) / 10000
            case "mDCV" where count == 24, "mDCv" where count == 24:
                let display = bytes.u32(at: start + 16, .big).map { Double($0) / 10000 }
                if let display, display > 0, peak == nil { peak = display }
            default: break
            }
        }
    }
}
