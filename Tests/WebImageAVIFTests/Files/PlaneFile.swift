#if AVIF
    import CAVIFShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// An AVIF of five bars in given samples, stored without loss.
    struct PlaneFile {
        /// The colours of the bars, from the top; inside of sRGB, where one step is not many.
        static let colors: [[Double]] = [
            [220, 70, 60], [70, 200, 100], [70, 90, 220], [230, 204, 77], [100, 102, 97],
        ].map { $0.map { $0 / 255 } }
        static let bar = PixelSize(width: 64, height: 16)
        /// The rows in the middle of the bars.
        static let rows = (0..<5).map { $0 * 16 + 8 }

        var numbers: H273.Numbers
        var layout = AVIF_PIXEL_FORMAT_YUV444
        /// Opacity, from 0 to 1; nil for a file without alpha.
        var opacity: Double?
        var isPremultiplied = false
        /// The number of frames of a sequence; 1 for a still.
        var frames = 1

        func encoded() throws -> [UInt8] {
            let avif = try Self.functions.get()
            let encoder = try #require(avif.avifEncoderCreate())
            defer { avif.avifEncoderDestroy(encoder) }
            encoder.pointee.codecChoice = AVIF_CODEC_CHOICE_AOM
            encoder.pointee.speed = 10
            encoder.pointee.timescale = 10
            encoder.pointee.maxThreads = 1
            cavif_set_quality([avif], encoder, 100)
            for _ in 0..<frames {
                let image = try image(avif)
                defer { avif.avifImageDestroy(image) }
                let flags =
                    frames == 1 ? AVIF_ADD_IMAGE_FLAG_SINGLE : AVIF_ADD_IMAGE_FLAG_FORCE_KEYFRAME
                #expect(
                    avif.avifEncoderAddImage(encoder, image, 1, flags.rawValue) == AVIF_RESULT_OK)
            }
            var output = avifRWData()
            defer { avif.avifRWDataFree(&output) }
            #expect(avif.avifEncoderFinish(encoder, &output) == AVIF_RESULT_OK)
            return Array(UnsafeBufferPointer(start: output.data, count: output.size))
        }

        private func image(_ avif: CAVIF) throws -> UnsafeMutablePointer<avifImage> {
            let (width, height) = (Self.bar.width, Self.bar.height * Self.colors.count)
            let image = try #require(
                avif.avifImageCreate(
                    UInt32(width), UInt32(height), UInt32(numbers.depth), layout))
            image.pointee.colorPrimaries = UInt16(numbers.primaries)
            image.pointee.transferCharacteristics = UInt16(numbers.transfer)
            image.pointee.matrixCoefficients = UInt16(numbers.matrix)
            image.pointee.yuvRange = numbers.isFullRange ? AVIF_RANGE_FULL : AVIF_RANGE_LIMITED
            image.pointee.alphaPremultiplied = isPremultiplied ? 1 : 0
            // All planes, by a conversion of any pixels; their samples are replaced.
            var rgb = avifRGBImage()
            avif.avifRGBImageSetDefaults(&rgb, image)
            (rgb.depth, rgb.ignoreAlpha) = (8, opacity == nil ? 1 : 0)
            var pixels = [UInt8](repeating: 255, count: width * height * 4)
            let matrix = image.pointee.matrixCoefficients
            let range = image.pointee.yuvRange
            (image.pointee.matrixCoefficients, image.pointee.yuvRange) = (6, AVIF_RANGE_FULL)
            let result = pixels.withUnsafeMutableBufferPointer { pixels in
                rgb.pixels = pixels.baseAddress
                rgb.rowBytes = UInt32(width * 4)
                return avif.avifImageRGBToYUV(image, &rgb)
            }
            #expect(result == AVIF_RESULT_OK)
            (image.pointee.matrixCoefficients, image.pointee.yuvRange) = (matrix, range)
            fill(image.pointee, width, height)
            return image
        }

        private func fill(_ image: avifImage, _ width: Int, _ height: Int) {
            let bars = Self.colors.map { color in
                H273.samples(
                    of: isPremultiplied ? color.map { $0 * (opacity ?? 1) } : color, numbers)
            }
            let planes = [image.yuvPlanes.0, image.yuvPlanes.1, image.yuvPlanes.2]
            let strides = [image.yuvRowBytes.0, image.yuvRowBytes.1, image.yuvRowBytes.2]
            for channel in 0..<3 {
                guard let plane = planes[channel] else { continue }
                let isHalved = channel > 0 && layout != AVIF_PIXEL_FORMAT_YUV444
                let isLow = channel > 0 && layout == AVIF_PIXEL_FORMAT_YUV420
                for y in 0..<height / (isLow ? 2 : 1) {
                    let sample = bars[y * (isLow ? 2 : 1) / 16][channel]
                    store(
                        sample, plane + y * Int(strides[channel]),
                        width / (isHalved ? 2 : 1))
                }
            }
            guard let alpha = image.alphaPlane, let opacity else { return }
            let sample = Int((opacity * Double(1 << numbers.depth - 1)).rounded())
            for y in 0..<height { store(sample, alpha + y * Int(image.alphaRowBytes), width) }
        }

        private func store(_ sample: Int, _ row: UnsafeMutablePointer<UInt8>, _ count: Int) {
            for x in 0..<count {
                if numbers.depth > 8 {
                    UnsafeMutableRawPointer(row).storeBytes(
                        of: UInt16(sample), toByteOffset: x * 2, as: UInt16.self)
                } else {
                    row[x] = UInt8(sample)
                }
            }
        }

        /// `true` if the headers and the library are those of libavif 0.x.
        static var isBeforeVersion1: Bool { AVIF_VERSION_MAJOR < 1 }

        /// The library, loaded by the tests themselves.
        private static let functions = Result<CAVIF, CodecError> { () throws(CodecError) in
            let table = UnsafeMutablePointer<CAVIF>.allocate(capacity: 1)
            var detail: UnsafePointer<CChar>?
            guard cavif_load(table, nil, &detail) else {
                throw .missingLibrary(.avif, library: "libavif", package: "libavif")
            }
            return table.pointee
        }
    }
#endif
