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

        /// The formats that browsers read besides.
        private static let others: [ImageFormat: String] = [
            .webp: "image/webp", .avif: "image/avif",
        ]

        /// Returns an address of the same picture with the media type of its content.
        ///
        /// - Parameter address: The address; nil is returned if its content is no raster picture.
        static func picture(_ address: String) -> String? {
            guard let content = Address(address)?.content,
                let format = ImageFormat(signatureOf: content.span.bytes),
                let type = types[format] ?? others[format]
            else { return nil }
            return "data:\(type);base64,\(Base64.encode(content))"
        }

        /// Removes media types that do not match the content, such as `image/jpg`.
        ///
        /// Browsers recognize all images but documents by their content; librsvg does without a
        /// type. Images other than PNG, JPEG, GIF, BMP and SVG are removed: the formats that
        /// librsvg's loaders read depend on the system. As in browsers, only images refer to
        /// documents.
        static func edit(_ element: SVGElement) {
            let isImage = element.name == "image" || element.name == "feImage"
            guard isImage || loading.contains(element.name) else { return }
            for attribute in element.attributes where attribute.name == "href" {
                guard let address = Address(attribute.value) else { continue }
                let format = isImage ? address.format : nil
                if let format, let type = types[format] {
                    guard !address.type.isEmpty, address.type != type else { continue }
                    attribute.value = address.untyped
                } else if format != .svg {
                    attribute.remove()
                }
            }
        }

        /// An address that begins with `data:`.
        private struct Address {
            private let url: DataURL

            /// Reads an attribute, without the white space that librsvg's parser skips, as well.
            init?(_ text: String) {
                guard text.utf8.prefix(64).contains(UInt8(ascii: ":")) else { return nil }
                let units = text.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }.drop {
                    $0 <= 0x20
                }
                let whole = String(decoding: units, as: UTF8.self)
                guard whole.prefix(5).lowercased() == "data:",
                    let url = DataURL(afterScheme: whole.dropFirst(5))
                else { return nil }
                self.url = url
            }

            /// The media type without parameters, in lower case.
            var type: String { url.mediaType[0].lowercased() }

            /// The bytes of the picture; nil if they are not valid Base64.
            var content: [UInt8]? { url.bytes() }

            /// The format by the content; nil for an unknown one.
            var format: ImageFormat? {
                let isDocument = type.hasPrefix("image/svg")
                if isDocument && !url.isBase64 { return .svg }
                guard let content else { return nil }
                return ImageFormat(signatureOf: content.span.bytes) ?? (isDocument ? .svg : nil)
            }

            /// The address without media type.
            var untyped: String { "data:\(url.isBase64 ? ";base64" : ""),\(url.data)" }
        }
    }
#endif
