#if HEIF
    import CHEIFShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Bars of colours in given samples, stored without loss, in a file with chosen properties.
    struct HEIFPlanes {
        /// The colours of the bars, from the top; inside of sRGB, where one step is not many.
        static let colors: [[Double]] = [
            [220, 70, 60], [70, 200, 100], [70, 90, 220], [230, 204, 77], [100, 102, 97],
        ].map { $0.map { $0 / 255 } }
        static let size = PixelSize(width: 64, height: 80)
        /// One plane: `heif_chroma_monochrome`, in libheif 1.23 a macro that Swift does not import.
        static let monochrome = heif_chroma(rawValue: 0)
        /// The rows in the middle of the bars.
        static let rows = (0..<5).map { $0 * 16 + 8 }

        /// The description of the samples.
        var numbers: H273.Numbers
        /// The code points in the stream; nil for those of the samples.
        var stream: H273.Numbers?
        var chroma = heif_chroma_444
        /// Opacity, from 0 to 1; nil for a file without alpha.
        var opacity: Double?
        var isPremultiplied = false
        /// The bits of alpha; nil for those of colour.
        var alphaDepth: Int?
        /// Properties of the image, whole boxes.
        var boxes: [[UInt8]] = []

        /// Returns a box of code points.
        static func nclx(_ numbers: H273.Numbers) -> [UInt8] {
            HEIFContainer.box(
                "colr",
                Array("nclx".utf8) + HEIFContainer.u16(numbers.primaries)
                    + HEIFContainer.u16(numbers.transfer) + HEIFContainer.u16(numbers.matrix)
                    + [numbers.isFullRange ? 0x80 : 0])
        }

        /// The file, with a box of the code points in the samples.
        static func file(_ numbers: H273.Numbers, _ chroma: heif_chroma = heif_chroma_444) throws
            -> ByteBlock
        {
            let plain = H273.Numbers(2, 2, 2, depth: numbers.depth)
            return try HEIFPlanes(
                numbers: numbers, stream: plain, chroma: chroma, boxes: [nclx(numbers)]
            ).container().file
        }

        /// Returns the file's parts: the image first, then perhaps alpha.
        func container() throws -> HEIFContainer {
            let color = try coded(
                Self.colors.map { color in
                    H273.samples(
                        of: isPremultiplied ? color.map { $0 * (opacity ?? 1) } : color, numbers)
                }, chroma)
            var container = HEIFContainer()
            container.properties =
                [color.configuration, HEIFContainer.size(Self.size.width, Self.size.height)] + boxes
            container.items = [
                .init(
                    type: "hvc1", properties: Array(1...2 + boxes.count), data: color.data)
            ]
            guard let opacity else { return container }
            let depth = alphaDepth ?? numbers.depth
            let sample = Int((opacity * Double(1 << depth - 1)).rounded())
            var plain = self
            (plain.numbers.depth, plain.stream) = (depth, H273.Numbers(2, 2, 2))
            let alpha = try plain.coded(
                Self.colors.map { _ in [sample, sample, sample] }, Self.monochrome)
            let first = container.properties.count + 1
            container.properties += [alpha.configuration, HEIFContainer.alpha]
            container.items.append(
                .init(type: "hvc1", properties: [first, 2, first + 1], data: alpha.data))
            container.references = [.init("auxl", 2, [1])]
            if isPremultiplied { container.references.append(.init("prem", 1, [2])) }
            return container
        }

        /// Encodes the bars of samples.
        private func coded(
            _ bars: [[Int]], _ chroma: heif_chroma
        ) throws -> (configuration: [UInt8], data: [UInt8]) {
            let heif = try Self.functions.get()
            let isGray = chroma == Self.monochrome
            var image: OpaquePointer?
            _ = heif.heif_image_create(
                Int32(Self.size.width), Int32(Self.size.height),
                isGray ? heif_colorspace_monochrome : heif_colorspace_YCbCr, chroma, &image)
            let picture = try #require(image)
            defer { heif.heif_image_release(picture) }
            let channels = [heif_channel_Y, heif_channel_Cb, heif_channel_Cr]
            for index in 0..<(isGray ? 1 : 3) {
                let isHalved = index > 0 && chroma != heif_chroma_444
                let shift = isHalved && chroma != heif_chroma_422 ? 1 : 0
                let width = Self.size.width >> (isHalved ? 1 : 0)
                let height = Self.size.height >> shift
                _ = heif.heif_image_add_plane(
                    picture, channels[index], Int32(width), Int32(height), Int32(numbers.depth))
                var stride: Int32 = 0
                let plane = try #require(
                    heif.heif_image_get_plane(picture, channels[index], &stride))
                for y in 0..<height {
                    let row = UnsafeMutableRawPointer(plane + y * Int(stride))
                    let sample = bars[(y << shift) / 16][index]
                    for x in 0..<width {
                        if numbers.depth > 8 {
                            row.storeBytes(of: UInt16(sample), toByteOffset: 2 * x, as: UInt16.self)
                        } else {
                            row.storeBytes(of: UInt8(sample), toByteOffset: x, as: UInt8.self)
                        }
                    }
                }
            }
            let layouts = [heif_chroma_444: "444", heif_chroma_422: "422"]
            return try encode(picture, heif, layouts[chroma] ?? "420")
        }

        private func encode(
            _ picture: OpaquePointer, _ heif: CHEIF, _ chroma: String
        ) throws -> (configuration: [UInt8], data: [UInt8]) {
            let context = try #require(heif.heif_context_alloc())
            defer { heif.heif_context_free(context) }
            var encoder: OpaquePointer?
            _ = heif.heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder)
            let coder = try #require(encoder)
            defer { heif.heif_encoder_release(coder) }
            _ = heif.heif_encoder_set_lossless(coder, 1)
            _ = heif.heif_encoder_set_parameter_string(coder, "chroma", chroma)
            _ = heif.heif_encoder_set_parameter_string(coder, "preset", "ultrafast")
            let nclx = try #require(heif.heif_nclx_color_profile_alloc())
            defer { heif.heif_nclx_color_profile_free(nclx) }
            let stated = stream ?? numbers
            nclx.pointee.color_primaries = heif_color_primaries(UInt32(stated.primaries))
            nclx.pointee.transfer_characteristics =
                heif_transfer_characteristics(UInt32(stated.transfer))
            nclx.pointee.matrix_coefficients = heif_matrix_coefficients(UInt32(stated.matrix))
            nclx.pointee.full_range_flag = stated.isFullRange ? 1 : 0
            _ = heif.heif_image_set_nclx_color_profile(picture, nclx)
            let options = try #require(heif.heif_encoding_options_alloc())
            defer { heif.heif_encoding_options_free(options) }
            options.pointee.output_nclx_profile = nclx
            var handle: OpaquePointer?
            let result = heif.heif_context_encode_image(
                context, picture, coder, options, &handle)
            #expect(result.code == heif_error_Ok)
            if let handle { heif.heif_image_handle_release(handle) }
            let bytes = try written(context, heif)
            let start = try #require(boxOffset(of: "hvcC", in: bytes))
            let pixels = try #require(boxOffset(of: "mdat", in: bytes))
            return (
                Array(bytes[start..<start + HEIFContainer.u32(in: bytes, at: start)]),
                Array(bytes[pixels + 8..<pixels + HEIFContainer.u32(in: bytes, at: pixels)])
            )
        }

        private func written(_ context: OpaquePointer, _ heif: CHEIF) throws -> [UInt8] {
            var writer = heif_writer(writer_api_version: 1) { _, data, count, target in
                let bytes = target?.assumingMemoryBound(to: [UInt8].self)
                bytes?.pointee += UnsafeRawBufferPointer(start: data, count: count)
                let text: StaticString = "Success"
                return heif_error(
                    code: heif_error_Ok, subcode: heif_suberror_Unspecified,
                    message: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
            }
            var bytes: [UInt8] = []
            let result = withUnsafeMutablePointer(to: &bytes) {
                heif.heif_context_write(context, &writer, $0)
            }
            #expect(result.code == heif_error_Ok)
            return bytes
        }

        /// Returns `true` if the installed library is of this minor version of libheif 1 or later.
        static func isLibrary(atLeast minor: UInt32) throws -> Bool {
            try functions.get().heif_get_version_number() >= 1 << 24 | minor << 16
        }

        /// The library, loaded by the tests themselves.
        private static let functions = Result<CHEIF, CodecError> { () throws(CodecError) in
            let table = UnsafeMutablePointer<CHEIF>.allocate(capacity: 1)
            var detail: UnsafePointer<CChar>?
            guard cheif_load(table, nil, &detail) else {
                throw .missingLibrary(.heic, library: "libheif", package: "libheif1")
            }
            return table.pointee
        }
    }
#endif
