#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding

    /// Takes the EXIF block out of a file's boxes, compressed or not.
    ///
    /// It has a decoder of its own, since that stops at damage in a box, and a picture with a damaged
    /// EXIF block is still a picture.
    final class JPEGXLExif {
        /// The first whole block, nil for none.
        private(set) var block: [UInt8]?
        private let stream: JPEGXLStream
        private var feed = JPEGXLFeed()
        private var isDone = false
        private var isOpen = false
        /// What the library writes to; it stays where it is until it is taken back.
        private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

        init() throws(CodecError) {
            stream = try JPEGXLStream(events: [JXL_DEC_BOX], coalescing: false)
            // Without Brotli the library gives compressed boxes as they are, which are passed over.
            _ = stream.jxl.JxlDecoderSetDecompressBoxes(stream.decoder, 1)
        }

        deinit {
            buffer.deallocate()
        }

        /// Reads the next bytes of the file.
        ///
        /// - Throws: `CodecError.cancelled` alone.
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

        /// Reads no more.
        func stop() {
            isDone = true
        }

        /// Tells whether there is more to come.
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

        /// The room is used up; a block that no camera writes is passed over with all behind it.
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

        /// The box has ended: it says where its TIFF structure begins.
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
