#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding

    /// A reader of the EXIF box, compressed or not.
    ///
    /// It has its own decoder, which stops at damage in a box: an image with a damaged EXIF block
    /// is still decoded.
    final class JPEGXLExif {
        /// The first complete block; nil if there is none.
        private(set) var block: [UInt8]?
        private let stream: JPEGXLStream
        private var feed = JPEGXLFeed()
        private var isDone = false
        private var isOpen = false
        /// The library's output buffer; it does not move until it is released.
        private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

        init() throws(CodecError) {
            stream = try JPEGXLStream(events: [JXL_DEC_BOX], coalescing: false)
            // Without Brotli the library returns compressed boxes as stored, which are skipped.
            _ = stream.jxl.JxlDecoderSetDecompressBoxes(stream.decoder, 1)
        }

        deinit {
            buffer.deallocate()
        }

        /// Reads the next bytes of the file.
        ///
        /// - Throws: Only `CodecError.cancelled`.
        func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            guard !isDone else { return }
            do throws(CodecError) {
                try feed.give(bytes) { (all) throws(CodecError) in
                    let done = try stream.run(all) { (event) throws(CodecError) in
                        react(to: event)
                    }
                    return isDone ? all.count : done
                }
            } catch {
                if case .cancelled = error { throw error }
                stop()
            }
        }

        /// Stops reading.
        func stop() {
            isDone = true
        }

        /// Handles an event; returns `true` if more are needed.
        private func react(to event: JxlDecoderStatus) -> Bool {
            switch event {
            case JXL_DEC_BOX:
                end()
                if block == nil { begin() } else { stop() }
            case JXL_DEC_BOX_NEED_MORE_OUTPUT: grow()
            case JXL_DEC_SUCCESS: end()
            default: break
            }
            return !isDone
        }

        private func begin() {
            var name: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
            let isNamed = withUnsafeMutablePointer(to: &name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 4) {
                    stream.jxl.JxlDecoderGetBoxType(stream.decoder, $0, 1) == JXL_DEC_SUCCESS
                }
            }
            let text = [name.0, name.1, name.2, name.3].map { UInt8(bitPattern: $0) }
            guard isNamed, text == Array("Exif".utf8) else { return }
            isOpen = true
            makeRoom(1 << 12, keeping: 0)
        }

        /// Enlarges a full buffer; a block beyond the maximum ends the search.
        private func grow() {
            let used = buffer.count - stream.jxl.JxlDecoderReleaseBoxBuffer(stream.decoder)
            guard isOpen, buffer.count < Self.maxCount else { return stop() }
            makeRoom(buffer.count * 4, keeping: used)
        }

        private static let maxCount = 4 << 20

        private func makeRoom(_ capacity: Int, keeping used: Int) {
            let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
            larger.initialize(repeating: 0)
            for index in 0..<used { larger[index] = buffer[index] }
            buffer.deallocate()
            buffer = larger
            guard let next = larger.baseAddress else { return }
            _ = stream.jxl.JxlDecoderSetBoxBuffer(stream.decoder, next + used, capacity - used)
        }

        /// Handles the end of the box, whose first four bytes are the offset of its TIFF structure.
        private func end() {
            guard isOpen else { return }
            isOpen = false
            let used = buffer.count - stream.jxl.JxlDecoderReleaseBoxBuffer(stream.decoder)
            let box = buffer[..<used]
            guard box.count > 4 else { return }
            let offset = box.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard offset < box.count - 4 else { return }
            block = Array(box.dropFirst(4 + offset))
        }
    }
#endif
