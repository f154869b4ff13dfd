#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// The colours of a file's pixels, and the way to them from its samples.
    struct AVIFColors {
        /// The colours of the pixels.
        let result: ColorDescription
        /// The layout of the pixels.
        let sampleFormat: SampleFormat
        /// The conversion of rows of 16 bits to 8; nil if rows of 8 bits suffice, or 16 are kept.
        let mapping: CurveMapping?
        /// The conversion of planes that libavif lacks; nil for its own.
        let matrix: MatrixConversion?
        /// `true` if libyuv is not exact enough.
        ///
        /// Its weights of chroma are at most 2, so blue is off by up to 12 levels for the greater
        /// ones of BT.709 and BT.2020 in a limited range. It also cuts off bits beyond 8, which is
        /// up to 3 levels too dark, and more after the conversion of wide primaries.
        let avoidsLibYUV: Bool
        /// The weights of red and blue in luma; nil for matrices without.
        let weights: (red: Double, blue: Double)?

        /// Plans the conversion.
        ///
        /// - Throws: `CodecError.unsupported` for a matrix that cannot be converted.
        init(_ file: AVIFFile, _ options: DecodeOptions) throws(CodecError) {
            let (image, stated) = (file.image.pointee, file.color)
            let numbers = image.numbers
            var own: MatrixConversion?
            if image.lacksMatrix {
                own = MatrixConversion(numbers, depth: Int(image.depth))
                guard own != nil else {
                    throw .unsupported(.avif, "the matrix \(numbers.matrix) of ITU-T H.273")
                }
            }
            let isDeep =
                file.count == 1
                && options.isDeep(
                    bits: Int(image.depth), stated,
                    hasAlpha: file.hasAlpha && image.alphaPremultiplied == 0)
            sampleFormat = isDeep ? .rgba16 : .bgra8
            var curve: CurveMapping?
            if !isDeep, case .codePoints(let codePoints) = stated {
                curve = CurveMapping(codePoints, peak: file.peak)
            }
            mapping = isDeep ? nil : curve ?? own.map { _ in CurveMapping(keeping: stated) }
            result = mapping?.result ?? stated
            matrix = own
            weights = MatrixConversion(numbers, depth: Int(image.depth))?.weights
            let hasLargeWeights = !numbers.isFullRange && ![2, 5, 6].contains(numbers.matrix)
            avoidsLibYUV =
                (hasLargeWeights || image.depth > 8 && stated != .sRGB)
                && image.yuvFormat != AVIF_PIXEL_FORMAT_YUV400
        }

        /// `true` if planes are converted to RGBA of 16 bits first.
        var hasWideRows: Bool { sampleFormat == .rgba16 || mapping != nil }
    }

    extension avifImage {
        /// The code points of the image.
        var numbers: CodePointNumbers {
            CodePointNumbers(
                primaries: Int(colorPrimaries), transfer: Int(transferCharacteristics),
                matrix: Int(matrixCoefficients), isFullRange: yuvRange == AVIF_RANGE_FULL)
        }

        /// `true` for a matrix of H.273 that libavif does not convert.
        fileprivate var lacksMatrix: Bool {
            switch Int(matrixCoefficients) {
            case AVIF_MATRIX_COEFFICIENTS_YCGCO: yuvRange == AVIF_RANGE_LIMITED
            case 10, 11, 13...17: true
            default: false
            }
        }

        /// The conversion to deep pixels of planes that libavif does not convert, or not to the
        /// nearest number of 16 bits: greys, and red, green and blue as they are.
        var deepMatrix: MatrixConversion? {
            var numbers = numbers
            if yuvFormat == AVIF_PIXEL_FORMAT_YUV400 {
                numbers.matrix = Int(AVIF_MATRIX_COEFFICIENTS_IDENTITY)
            }
            let isOwn = numbers.matrix == Int(AVIF_MATRIX_COEFFICIENTS_IDENTITY) || lacksMatrix
            return isOwn ? MatrixConversion(numbers, depth: Int(depth)) : nil
        }

        /// Sets the code points that the cells of a grid state, and replaces a matrix that is
        /// reserved, or does not fit to the planes, by BT.601's.
        mutating func adopt(_ numbers: CodePointNumbers?) {
            if let numbers {
                colorPrimaries = UInt16(clamping: numbers.primaries)
                transferCharacteristics = UInt16(clamping: numbers.transfer)
                matrixCoefficients = UInt16(clamping: numbers.matrix)
                yuvRange = numbers.isFullRange ? AVIF_RANGE_FULL : AVIF_RANGE_LIMITED
            }
            let isFit =
                switch matrixCoefficients {
                case 0: yuvFormat == AVIF_PIXEL_FORMAT_YUV444
                case 1, 2, 4...7: true
                case 8...17: yuvFormat != AVIF_PIXEL_FORMAT_YUV400
                default: false
                }
            if !isFit { matrixCoefficients = UInt16(AVIF_MATRIX_COEFFICIENTS_BT601) }
        }
    }

    extension MediaColors {
        /// Reads the description of the first track of AV1.
        init?(trackOf bytes: RawSpan) {
            let entries = MediaTrack.all(in: bytes).compactMap { $0.entry(of: bytes) }
            guard
                let entry = entries.first(where: { bytes.has("av01", at: $0.typeOffset) }),
                // The fields of a visual sample entry precede its boxes.
                entry.body.count > 78
            else { return nil }
            self.init(
                bytes, bytes.boxes(in: entry.body.lowerBound + 78..<entry.body.upperBound))
        }
    }
#endif
