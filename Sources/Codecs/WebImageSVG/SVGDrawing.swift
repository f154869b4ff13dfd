#if SVG
    import CSVGShim
    import WebImageCoding
    import WebImagePixels

    /// A document that librsvg has parsed, ready to be drawn by cairo.
    struct SVGDrawing: ~Copyable {
        private let handle: OpaquePointer
        private let extent: SVGExtent
        /// The size in whole CSS pixels, reduced if it exceeds the limits.
        let size: PixelSize

        /// Inflates, parses and edits `bytes`, and hands the result to librsvg.
        init(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            try SVGLibrary.load()
            let text = try SVGText(of: bytes, limits: limits)
            if Task.isCancelled { throw .cancelled }
            let document = try SVGDocument(text)
            try document.edit()
            if Task.isCancelled { throw .cancelled }
            let handle = try document.open()
            let extent: SVGExtent
            do throws(CodecError) {
                if Task.isCancelled { throw .cancelled }
                extent = try SVGExtent(of: handle, document)
            } catch {
                csvg_close(handle)
                throw error
            }
            (self.handle, self.extent) = (handle, extent)
            size = extent.size(within: limits)
        }

        deinit { csvg_close(handle) }

        /// The metadata of the file.
        var metadata: ImageMetadata {
            var metadata = ImageMetadata(size: size, hasAlpha: true)
            metadata.isVector = true
            return metadata
        }

        /// Draws the document on a new bitmap of size `target`.
        func draw(at target: PixelSize, limits: DecodeLimits) throws(CodecError) -> Bitmap {
            try limits.check(target, format: .svg)
            if Task.isCancelled { throw .cancelled }
            var (bitmap, message) = (try Bitmap(decoding: target), SVGMessage())
            let stride = Int32(clamping: bitmap.bytesPerRow)
            let isDrawn = bitmap.withUnsafeMutableRows { rows in
                csvg_render(
                    handle, extent.width, extent.height, rows, Int32(clamping: target.width),
                    Int32(clamping: target.height), stride, &message.buffer)
            }
            guard isDrawn else { throw .damaged(.svg, message.line) }
            return bitmap
        }
    }
#endif
