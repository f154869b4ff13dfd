#if SVG
    import WebImageCoding

    /// The pictures in `data:` addresses.
    enum SVGImages {
        private static let types: [ImageFormat: String] = [
            .png: "image/png", .apng: "image/png", .jpeg: "image/jpeg", .gif: "image/gif",
            .bmp: "image/bmp",
        ]

        /// The elements whose address librsvg loads as a document.
        private static let loading: Set<String> = [
            "use", "pattern", "linearGradient", "radialGradient", "filter", "textPath", "tref",
        ]

        /// Removes media types that are not those of the content, such as `image/jpg`.
        ///
        /// Browsers recognize all images but documents by their content; librsvg does without a type.
        /// Images other than PNG, JPEG, GIF, BMP and SVG are removed: the formats that librsvg's
        /// loaders read depend on the system. As in browsers, only images refer to documents.
        static func edit(_ element: SVGElement) {
            let isImage = element.name == "image" || element.name == "feImage"
            guard isImage || loading.contains(element.name) else { return }
            for attribute in element.attributes where attribute.name == "href" {
                guard let address = Address(attribute.value) else { continue }
                let format = isImage ? address.format : nil
                if let format, let type = types[format] {
                    guard !address.type.isEmpty, address.type != type else { continue }
                    attribute.value = address.text(type: "")
                } else if format != .svg {
                    attribute.remove()
                }
            }
        }

        /// An address that begins with `data:` (RFC 2397).
        private struct Address {
            /// The address without the white space that librsvg's parser skips, as well.
            private let units: [UInt8]
            private let comma: Int
            private let isBase64: Bool
            /// The media type with its parameters, as written.
            private let header: Substring

            init?(_ text: String) {
                guard text.utf8.prefix(64).contains(UInt8(ascii: ":")) else { return nil }
                units = Array(
                    text.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }.drop { $0 <= 0x20 })
                guard let comma = units.firstIndex(of: UInt8(ascii: ",")), comma >= 5 else {
                    return nil
                }
                let start = String(decoding: units[..<comma], as: UTF8.self)
                guard start.lowercased().hasPrefix("data:") else { return nil }
                self.comma = comma
                isBase64 = start.lowercased().hasSuffix(";base64")
                header = start.dropFirst(5).dropLast(isBase64 ? 7 : 0)
            }

            /// The media type without parameters, in lower case.
            var type: String { header.prefix { $0 != ";" }.lowercased() }

            /// The format by the first bytes of the content; nil for an unknown one.
            var format: ImageFormat? {
                if type.hasPrefix("image/svg") && !isBase64 { return .svg }
                let start = content.span.bytes
                return ImageFormat(signatureOf: start) ?? (type.hasPrefix("image/svg") ? .svg : nil)
            }

            /// Returns the address with another media type.
            func text(type: String) -> String {
                let ending = isBase64 ? ";base64" : ""
                return "data:\(type)\(ending)" + String(decoding: units[comma...], as: UTF8.self)
            }

            /// The first bytes of the content.
            private var content: [UInt8] {
                let plain = Self.percentDecoded(units[(comma + 1)...].prefix(1 << 12))
                return isBase64 ? Self.base64Decoded(plain) : plain
            }

            private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
                var (result, rest) = ([UInt8](), text)
                while let unit = rest.popFirst() {
                    let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                    if unit == UInt8(ascii: "%"), let code = UInt8(digits, radix: 16) {
                        result.append(code)
                        rest = rest.dropFirst(2)
                    } else {
                        result.append(unit)
                    }
                }
                return result
            }

            /// Decodes both alphabets; other characters are skipped (RFC 4648).
            private static func base64Decoded(_ text: [UInt8]) -> [UInt8] {
                let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
                var values: [UInt8: UInt32] = [UInt8(ascii: "-"): 62, UInt8(ascii: "_"): 63]
                for (value, unit) in alphabet.utf8.enumerated() { values[unit] = UInt32(value) }
                var (result, bits, count) = ([UInt8](), UInt32(0), 0)
                for case let value? in text.map({ values[$0] }) {
                    (bits, count) = (bits << 6 | value, count + 6)
                    if count >= 8 {
                        count -= 8
                        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                    }
                }
                return result
            }
        }
    }
#endif
