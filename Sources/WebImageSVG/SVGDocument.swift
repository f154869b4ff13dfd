#if SVG
    import CSVGShim
    import WebImageCoding
    import WebImagePixels

    /// A document that librsvg has parsed; owns a C handle.
    struct SVGDocument: ~Copyable {
        private let handle: OpaquePointer

        /// Parses `text`.
        ///
        /// - Precondition: `SVGLibrary.require` has succeeded.
        init(_ text: borrowing SVGText) throws(CodecError) {
            var message = [CChar](repeating: 0, count: Int(CSVG_MESSAGE_SIZE))
            guard
                let handle = text.bytes.withUnsafeBufferPointer({ bytes in
                    bytes.baseAddress.flatMap { csvg_open($0, bytes.count, &message) }
                })
            else { throw .damaged(.svg, Self.line(message)) }
            self.handle = handle
        }

        deinit {
            csvg_close(handle)
        }

        /// Returns the size in CSS pixels, from the root element or otherwise from the drawing.
        ///
        /// - Parameter em: The font size of the root.
        func extent(em: Double) throws(CodecError) -> (width: Double, height: Double) {
            let size = csvg_size(handle, em)
            var (width, height) = (size.width, size.height)
            if size.box_width > 0, size.box_height > 0 {
                let shape = size.box_width / size.box_height
                // A side that is not a length follows the other one, or the view box.
                if width <= 0, height > 0, size.width_share == 1 { width = height * shape }
                if height <= 0, width > 0, size.height_share == 1 { height = width / shape }
                if width <= 0 { width = size.box_width * Self.share(size.width_share) }
                if height <= 0 { height = size.box_height * Self.share(size.height_share) }
            } else if !(width > 0 && height > 0) {
                var (right, bottom) = (0.0, 0.0)
                guard csvg_extent(handle, &right, &bottom) else {
                    throw .damaged(.svg, "the document has no size and cannot be measured")
                }
                if width <= 0 { width = right }
                if height <= 0 { height = bottom }
            }
            guard width > 0, height > 0, width.isFinite, height.isFinite else {
                throw .damaged(.svg, "the document has neither a size nor anything to draw")
            }
            return (width, height)
        }

        /// Draws the whole document over `bitmap`.
        func draw(over bitmap: inout Bitmap, width: Double, height: Double) throws(CodecError) {
            var message = [CChar](repeating: 0, count: Int(CSVG_MESSAGE_SIZE))
            let (size, stride) = (bitmap.size, bitmap.bytesPerRow)
            let isDrawn = bitmap.withUnsafeMutableRows { rows in
                csvg_render(
                    handle, width, height, rows, Int32(clamping: size.width),
                    Int32(clamping: size.height), Int32(clamping: stride), &message)
            }
            guard isDrawn else { throw .damaged(.svg, Self.line(message)) }
        }

        private static func share(_ share: Double) -> Double { share > 0 ? share : 1 }

        /// Returns the text before its first line break.
        private static func line(_ message: [CChar]) -> String {
            let units = message.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            return String(decoding: units, as: UTF8.self)
        }
    }
#endif
