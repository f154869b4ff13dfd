#if SVG
    import WebImageCoding
    import WebImagePixels

    /// The content of a `data:` address in a document.
    struct SVGEmbedded {
        private let bytes: [UInt8]
        /// The media type with its parameters, as in the address.
        private let mediaType: Substring

        /// Decodes an address that begins with `data:`; nil if it has no content.
        init?(_ address: String) {
            let units = Array(address.utf8)
            guard let comma = units.firstIndex(of: UInt8(ascii: ",")) else { return nil }
            let kind = String(decoding: units[..<comma], as: UTF8.self).lowercased()
            let header = address.prefix { $0 != "," }.dropFirst("data:".count)
            let isBase64 = header.lowercased().hasSuffix(";base64")
            mediaType = isBase64 ? header.dropLast(";base64".count) : header
            let plain = Self.percentDecoded(units[(comma + 1)...])
            bytes = kind.contains("base64") ? Self.base64Decoded(plain) : plain
        }

        /// The media type if it is not the one of the content: `image/jpg`, or that of another format.
        ///
        /// Browsers recognize all images but documents by their content; librsvg does without a type.
        var wrongType: String? {
            let types: [ImageFormat: String] = [
                .png: "image/png", .apng: "image/png", .jpeg: "image/jpeg", .gif: "image/gif",
                .bmp: "image/bmp",
            ]
            guard let type = ImageFormat(signatureOf: bytes.span.bytes).flatMap({ types[$0] }),
                !mediaType.isEmpty, mediaType.prefix(while: { $0 != ";" }).lowercased() != type
            else { return nil }
            return String(mediaType)
        }

        /// Returns its pixels, and for a document, which is examined like the outer one, the
        /// nanoseconds.
        ///
        /// Returns nil for damaged data and all formats but PNG, JPEG, GIF, BMP and SVG: as in
        /// browsers, the rest of the document is drawn. librsvg must not see them, since its loaders
        /// of other formats are not known.
        func check(
            limits: DecodeLimits, depth: Int
        ) throws(CodecError) -> (pixels: Int, time: Double)? {
            if bytes.isEmpty { return (0, 0) }
            do {
                return try checkContent(limits: limits, depth: depth)
            } catch {
                if case .damaged = error { return nil }
                throw error
            }
        }

        private func checkContent(
            limits: DecodeLimits, depth: Int
        ) throws(CodecError) -> (pixels: Int, time: Double)? {
            let format = ImageFormat(signatureOf: bytes.span.bytes)
            if format == .svg { return try checkDocument(limits: limits, depth: depth) }
            guard let format, let size = size(as: format) else { return nil }
            try limits.check(size, format: format, bytesPerPixel: 8)
            let work = SVGEmbeddedWork(bytes, format)
            guard work.count <= work.maxCount else {
                throw .limit("an embedded image of more than \(work.maxCount) scans or frames")
            }
            return (max(size.area, work.pixels), 0)
        }

        /// Checks an embedded document, which librsvg draws at its own size from the original text.
        private func checkDocument(
            limits: DecodeLimits, depth: Int
        ) throws(CodecError) -> (pixels: Int, time: Double) {
            guard depth < 3 else { throw .limit("embedded documents nested more than 3 deep") }
            let text = try SVGText(of: bytes.span.bytes, limits: limits)
            let cost = try SVGCost(of: text, limits: limits, depth: depth + 1)
            guard !text.hasTiles, !cost.isReduced else {
                throw .unsupported(
                    .svg, "tiles, unknown style rules or images in an embedded document")
            }
            try cost.checkMeasuring()
            let extent = try SVGDocument(text).extent(em: cost.em)
            guard max(extent.width, extent.height) < 1e6 else {
                throw .limit("an embedded document of more than 1000000 pixels a side")
            }
            let size = PixelSize(
                width: Int(extent.width.rounded(.up)), height: Int(extent.height.rounded(.up)))
            try limits.check(size, format: .svg, bytesPerPixel: 8)
            try cost.check(size, of: extent, limits: limits)
            return (size.area, try cost.time(at: size, of: extent))
        }

        /// Returns the size in the header.
        private func size(as format: ImageFormat) -> PixelSize? {
            bytes.withUnsafeBytes { buffer in
                let bytes = buffer.bytes
                switch format {
                case .png, .apng: return Self.size(bytes.u32(at: 16, .big), bytes.u32(at: 20, .big))
                case .gif:
                    return Self.size(
                        bytes.u16(at: 6, .little).map { UInt32($0) },
                        bytes.u16(at: 8, .little).map { UInt32($0) })
                case .bmp:
                    let height = bytes.u32(at: 22, .little).map { Int32(bitPattern: $0).magnitude }
                    return Self.size(bytes.u32(at: 18, .little), height)
                case .jpeg: return Self.jpegSize(bytes)
                default: return nil
                }
            }
        }

        private static func size(_ width: UInt32?, _ height: UInt32?) -> PixelSize? {
            guard let width, let height else { return nil }
            return PixelSize(width: Int(width), height: Int(height))
        }

        /// Returns the size in the first frame header (ITU T.81, section B.2.2).
        private static func jpegSize(_ bytes: RawSpan) -> PixelSize? {
            var place = 2
            while let marker = bytes.u8(at: place + 1), bytes.u8(at: place) == 0xFF {
                if marker == 0xFF {
                    place += 1
                    continue
                }
                let isFrame =
                    marker >= 0xC0 && marker <= 0xCF && ![0xC4, 0xC8, 0xCC].contains(marker)
                if isFrame {
                    return size(
                        bytes.u16(at: place + 7, .big).map { UInt32($0) },
                        bytes.u16(at: place + 5, .big).map { UInt32($0) })
                }
                guard let length = bytes.u16(at: place + 2, .big) else { return nil }
                place += 2 + Int(length)
            }
            return nil
        }

        private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
            var (result, place) = ([UInt8](), text.startIndex)
            result.reserveCapacity(text.count)
            while place < text.endIndex {
                if text[place] == UInt8(ascii: "%"), place + 2 < text.endIndex,
                    text[(place + 1)...(place + 2)].allSatisfy({
                        $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit
                    }),
                    let code = UInt8(
                        String(decoding: text[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
                {
                    result.append(code)
                    place += 3
                } else {
                    result.append(text[place])
                    place += 1
                }
            }
            return result
        }

        /// Decodes both alphabets; other characters are skipped (RFC 4648).
        private static func base64Decoded(_ text: [UInt8]) -> [UInt8] {
            var (result, bits, count) = ([UInt8](), UInt32(0), 0)
            result.reserveCapacity(text.count / 4 * 3)
            for unit in text {
                guard let value = sixBits(unit) else { continue }
                bits = bits << 6 | value
                count += 6
                if count >= 8 {
                    count -= 8
                    result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                }
            }
            return result
        }

        private static func sixBits(_ unit: UInt8) -> UInt32? {
            switch Unicode.Scalar(unit) {
            case "A"..."Z": UInt32(unit) - 65
            case "a"..."z": UInt32(unit) - 71
            case "0"..."9": UInt32(unit) + 4
            case "+", "-": 62
            case "/", "_": 63
            default: nil
            }
        }
    }
#endif
