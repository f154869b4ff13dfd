#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// The colours that a file states for an image, and the way to them from its samples.
    struct HEIFColors {
        /// The colours; nil if neither the boxes nor the stream states any.
        let stated: ColorDescription?
        /// The colours of boxes; nil if there are none.
        let boxed: ColorDescription?
        /// The luminance of the brightest pixel in cd/m², if it is stated.
        let peak: Double?
        /// The code points of the samples, if they are stated.
        private let numbers: CodePointNumbers?
        /// The bits of a sample; 8 if unknown.
        let depth: Int
        /// The layout of chroma: 0 for none, 3 for luma's.
        private let chroma: UInt8
        /// `true` if libheif does not read the code points: it converts each cell by its own.
        private let isHidden: Bool

        /// Reads the properties of an item, of a grid also the first cell's.
        ///
        /// A profile, or else the code points of a box, has precedence over the stream (ISO/IEC
        /// 23008-12, section 6.5.5).
        init(_ bytes: RawSpan, of item: Int, in tables: HEIFItems) {
            let boxes = MediaColors(bytes, of: item, tables.properties, parts: tables.parts)
            var (coded, level) = (item, 0)
            while let part = tables.parts[coded]?.first, level < 8 {
                (coded, level) = (part, level + 1)
            }
            let configuration = tables.properties.items[coded]?
                .map { tables.properties.boxes[$0] }
                .first { bytes.has("hvcC", at: $0.typeOffset) }?.body
            let stream = configuration.flatMap { HEVCColors.numbers(in: bytes, $0) }
            let isSpecified = stream.map { $0.primaries != 2 || $0.transfer != 2 } ?? false
            boxed = boxes.profile.map { .profile($0) } ?? boxes.numbers?.color
            stated = boxed ?? (isSpecified ? stream?.color : nil)
            peak = boxes.peak
            numbers = boxes.numbers ?? stream
            let ofCell = MediaColors(bytes, of: coded, tables.properties, parts: [:]).numbers
            let read = ofCell ?? stream ?? .unspecified
            isHidden =
                numbers.map { $0.matrix != read.matrix || $0.isFullRange != read.isFullRange }
                ?? false
            let first = configuration?.lowerBound ?? 0
            chroma = configuration == nil ? 1 : (bytes.u8(at: first + 16) ?? 1) & 3
            depth = configuration == nil ? 8 : Int((bytes.u8(at: first + 17) ?? 0) & 7) + 8
        }

        /// Plans the conversion of samples to pixels in the colours `description`.
        ///
        /// - Parameters:
        ///   - peak: The luminance of the brightest pixel in cd/m², if it is stated.
        ///   - planes: `true` if libheif returns planes only.
        ///   - isDeep: `true` to keep the bits of samples, which takes planes.
        /// - Throws: `CodecError.unsupported` for a matrix that cannot be converted.
        func plan(
            _ description: ColorDescription, peak: Double?, planes: Bool, isDeep: Bool
        ) throws(CodecError) -> Plan {
            if isDeep {
                return Plan(
                    matrix: try matrix(ofPlanes: true, isDeep: true), keepsSamples: true,
                    mapping: nil, color: description, bits: depth)
            }
            var curve: CurveMapping?
            if case .codePoints(let codePoints) = description {
                curve = CurveMapping(codePoints, peak: peak)
            }
            guard planes || curve != nil && depth > 8 else {
                return Plan(
                    matrix: nil, keepsSamples: false, mapping: curve,
                    color: curve?.result ?? description)
            }
            let mapping = curve ?? CurveMapping(keeping: description)
            return Plan(
                matrix: try matrix(ofPlanes: planes), keepsSamples: planes, mapping: mapping,
                color: mapping.result)
        }

        /// Returns the conversion of planes of luma and chroma, or of those that libheif has
        /// converted to RGB.
        private func matrix(
            ofPlanes planes: Bool, isDeep: Bool = false
        ) throws(CodecError) -> MatrixConversion {
            // Greys come as three equal channels; libheif takes those without numbers as full.
            var fitting = numbers ?? .unspecified
            if !planes || chroma == 0 { fitting.matrix = 0 }
            if !planes || isDeep && chroma == 0 && numbers == nil { fitting.isFullRange = true }
            // RGB has no halved chroma.
            if fitting.matrix == 0, planes, chroma == 1 || chroma == 2 { fitting.matrix = 6 }
            guard let matrix = MatrixConversion(fitting, depth: depth) else {
                throw .unsupported(.heic, "the matrix \(fitting.matrix) of ITU-T H.273")
            }
            return matrix
        }

        /// The way from samples to pixels.
        struct Plan {
            /// The conversion of planes; nil for rows of 8 bits.
            let matrix: MatrixConversion?
            /// `true` if libheif must not convert the planes to RGB.
            let keepsSamples: Bool
            /// The conversion of rows to 8 bits; nil if they are, or stay deep.
            let mapping: CurveMapping?
            /// The colours of the pixels.
            let color: ColorDescription
            /// The bits of a sample of the bitmap: 8, or those of the file if it is deep.
            var bits = 8

            /// The layout of the bitmap's samples: deep for planes that are not mapped.
            var sampleFormat: SampleFormat {
                matrix != nil && mapping == nil ? .rgba16 : .bgra8
            }
        }

        /// `true` if libheif does not convert the samples, or not right.
        ///
        /// It takes constant luminance for its other form, reads RGB and YCgCo only in some ranges
        /// and depths, and ignores the range of greys and the code points of a grid.
        var needsPlanes: Bool {
            guard let numbers else { return false }
            guard chroma > 0 else { return !numbers.isFullRange }
            return switch numbers.matrix {
            case 0: chroma != 3 || !numbers.isFullRange
            case 8: depth > 8 || !numbers.isFullRange
            case 10, 11, 13...17: true
            default: isHidden
            }
        }
    }
#endif
