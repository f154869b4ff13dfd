#if GIF
    import CGIF
    import WebImageCoding

    /// A GIF file opened in giflib, which reads it from memory.
    ///
    /// Used by one task at a time, within the call that lends the bytes.
    final class GIFSource {
        /// What the library knows; its `Image` is the frame at hand.
        let file: UnsafeMutablePointer<GifFileType>
        private let input: UnsafeMutablePointer<Input>

        /// Whether the library asked for bytes behind the end.
        var isExhausted: Bool { input.pointee.isExhausted }

        private struct Input {
            let bytes: UnsafeRawBufferPointer
            var offset = 0
            var end: Int
            var isExhausted = false
        }

        /// Opens `bytes`, which must stay valid as long as this lives, and reads the header.
        ///
        /// - Throws: `CodecError` when the header is damaged.
        init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            input = .allocate(capacity: 1)
            input.initialize(to: Input(bytes: bytes, end: bytes.count))
            var error: Int32 = 0
            guard let file = DGifOpen(input, Self.read, &error) else {
                input.deallocate()
                throw .damaged(.gif, "giflib cannot read the header (error \(error))")
            }
            self.file = file
        }

        deinit {
            var error: Int32 = 0
            DGifCloseFile(file, &error)
            input.deallocate()
        }

        /// Reads the image descriptor of `frame`, up to the first pixels.
        ///
        /// - Throws: `CodecError` when there is none.
        func open(_ frame: GIFFrame) throws(CodecError) {
            (input.pointee.offset, input.pointee.end) = (frame.offset, frame.end)
            var kind = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(file, &kind) == GIF_OK, kind == IMAGE_DESC_RECORD_TYPE,
                DGifGetImageDesc(file) == GIF_OK
            else { throw failure("the image descriptor") }
        }

        /// The error of a call that failed while it read `what`.
        func failure(_ what: String) -> CodecError {
            if isExhausted { return .truncated(.gif, "\(what) ends early") }
            return .damaged(.gif, "giflib cannot read \(what) (error \(file.pointee.Error))")
        }

        /// Hands the library the next bytes, and zeros behind the frame's last whole sub-block: a
        /// zero ends the list, so a file cut after its last pixel still has that pixel.
        private static let read: InputFunc = { file, target, count in
            guard let file, let target, count > 0,
                let input = file.pointee.UserData?.assumingMemoryBound(to: Input.self)
            else { return 0 }
            let start = input.pointee.offset
            let available = max(min(Int(count), input.pointee.end - start), 0)
            let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
            buffer.copyMemory(
                from: UnsafeRawBufferPointer(
                    rebasing: input.pointee.bytes[start..<start + available]))
            for index in available..<Int(count) { buffer[index] = 0 }
            input.pointee.offset = start + available
            if available < Int(count) { input.pointee.isExhausted = true }
            return count
        }
    }
#endif
