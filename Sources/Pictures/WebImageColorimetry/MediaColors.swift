package import WebImageBytes
package import WebImagePixels

/// The numbers of ITU-T H.273 that a box or a stream states.
package struct CodePointNumbers: Hashable, Sendable {
    package var primaries, transfer, matrix: Int
    /// `true` if samples use the whole range of their bits.
    package var isFullRange: Bool

    package init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
        self.isFullRange = isFullRange
    }

    /// Numbers that state nothing.
    package static let unspecified = CodePointNumbers(
        primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

    /// Returns what two boxes agree in: numbers that contradict each other are unspecified.
    fileprivate func joined(with other: CodePointNumbers) -> CodePointNumbers {
        guard self != other else { return self }
        let isSame = (matrix, isFullRange) == (other.matrix, other.isFullRange)
        return CodePointNumbers(
            primaries: 2, transfer: 2, matrix: isSame ? matrix : 2,
            isFullRange: isSame && isFullRange)
    }

    /// The colours, where encoders of AVIF and HEIC state curves of cameras for that of sRGB.
    package var color: ColorDescription {
        let isCamera = [1, 6, 14, 15].contains(transfer)
        return ColorDescription(
            primaries: primaries,
            transfer: isCamera ? TransferFunction.sRGB.rawValue : transfer)
    }
}

/// The description of colours and light by boxes of an item or a track (`colr`; ISO/IEC 14496-12,
/// section 12.1.5; `mdcv` and `clli`, sections 12.1.7 and 12.1.8).
package struct MediaColors {
    /// The code points; unspecified if two boxes contradict each other, nil if there is none.
    package private(set) var numbers: CodePointNumbers?
    /// The ICC profile; nil if there is none.
    package private(set) var profile: ByteBlock?
    /// The luminance of the brightest pixel in cd/m², by the content or else by the mastering
    /// display; nil if it is not stated.
    package var peak: Double? {
        content.flatMap { Self.luminance(Double($0.maximum)) } ?? display
    }
    /// The light of the content; nil if it is not stated.
    package private(set) var content: ContentLight?
    private var display: Double?

    /// Reads those of `boxes` that describe colours.
    package init(_ bytes: RawSpan, _ boxes: [MediaBox]) {
        for box in boxes {
            let start = box.body.lowerBound
            if bytes.has("colr", at: box.typeOffset) {
                read(bytes.extracting(box.body))
            } else if bytes.has("clli", at: box.typeOffset), box.body.count >= 2,
                let maximum = bytes.u16(at: start, .big), maximum > 0
            {
                let average = box.body.count >= 4 ? bytes.u16(at: start + 2, .big) : nil
                content = ContentLight(maximum: Int(maximum), average: Int(average ?? 0))
            } else if bytes.has("mdcv", at: box.typeOffset), box.body.count >= 20 {
                display = bytes.u32(at: start + 16, .big)
                    .flatMap { Self.luminance(Double($0) / 10000) }
            }
        }
    }

    /// Reads the properties of an item, and where it states nothing, of the first of its parts.
    ///
    /// - Parameter parts: The sources of derived items.
    package init(
        _ bytes: RawSpan, of item: Int, _ properties: MediaProperties, parts: [Int: [Int]]
    ) {
        self.init(bytes, [])
        var next: Int? = item
        for _ in 0..<8 {
            guard let item = next else { return }
            let own = MediaColors(
                bytes, properties.items[item, default: []].map { properties.boxes[$0] })
            if numbers == nil, profile == nil { (numbers, profile) = (own.numbers, own.profile) }
            if peak == nil { (content, display) = (own.content, own.display) }
            next = parts[item]?.first
        }
    }

    /// Reads the description of the primary item, or where it has none, of the first cell of
    /// its grid.
    ///
    /// - Throws: `CodecError.limit` if there are more boxes than any picture has.
    package init?(primaryItemOf bytes: RawSpan) throws(CodecError) {
        guard let box = bytes.firstBox(["meta"], in: 0..<bytes.byteCount), box.count > 4,
            let primary = bytes.primaryItem(in: box.lowerBound + 4..<box.upperBound)
        else { return nil }
        let meta = box.lowerBound + 4..<box.upperBound
        var parts: [Int: [Int]] = [:]
        for reference in try bytes.itemReferences(in: meta)
        where bytes.has("dimg", at: reference.typeOffset) {
            parts[reference.source, default: []] += reference.targets
        }
        self.init(
            bytes, of: primary, try MediaProperties(bytes, meta: meta), parts: parts)
    }

    private mutating func read(_ box: RawSpan) {
        if box.has("prof", at: 0) || box.has("rICC", at: 0), box.byteCount > 4 {
            profile = profile ?? ByteBlock(copying: box.extracting(4..<box.byteCount))
        } else if box.has("nclx", at: 0), let primaries = box.u16(at: 4, .big),
            let transfer = box.u16(at: 6, .big), let matrix = box.u16(at: 8, .big)
        {
            let stated = CodePointNumbers(
                primaries: Int(primaries), transfer: Int(transfer), matrix: Int(matrix),
                isFullRange: (box.u8(at: 10) ?? 0) >> 7 == 1)
            numbers = numbers?.joined(with: stated) ?? stated
        }
    }

    /// Returns a stated luminance; nil if it is 0, which means unknown, or above that of PQ.
    private static func luminance(_ value: Double) -> Double? {
        value > 0 && value <= 10000 ? value : nil
    }
}
