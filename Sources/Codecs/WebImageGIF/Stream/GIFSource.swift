#if GIF
    import CGIF
    import WebImageCoding

    /// A GIF file opened in giflib, which reads it from memory.
    ///
    /// Used by one task at a time, within the calls that lend the bytes.
    final class GIFSource {
        /// The state of giflib; its `Image` is the current frame.
        let file: UnsafeMutablePointer<GifFileType>
        private let input: UnsafeMutablePointer<Input>

        private static let usualCodeSize: UInt8 = 8

        private struct Input {
            var bytes: UnsafeRawBufferPointer
            var offset = 0
            var end: Int
            var isWhole = true
            var isExhausted = false
            /// The offset of a code size that is read as ``usualCodeSize``.
            var codeSizeOffset: Int?
        }

        /// Opens `bytes` and reads the header.
        ///
        /// - Throws: `CodecError` if the header is damaged.
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

        /// The number of unread bytes before the end.
        var available: Int { input.pointee.end - input.pointee.offset }

        /// Lends the bytes for the next calls: those lent before and more, possibly at another
        /// address.
        ///
        /// - Parameters:
        ///   - end: The end offset of the frame's last complete sub-block.
        ///   - isWhole: `true` if no more bytes will come; zeros are then read past the end. A zero
        ///     ends the list of sub-blocks, so a file cut after its last pixel keeps that pixel.
        func lend(_ bytes: UnsafeRawBufferPointer, end: Int, isWhole: Bool) {
            (input.pointee.bytes, input.pointee.end) = (bytes, min(end, bytes.count))
            input.pointee.isWhole = isWhole
        }

        /// Reads the image descriptor of `frame`, up to the first pixels.
        ///
        /// - Throws: `CodecError` if there is none.
        func open(_ frame: GIFFrame) throws(CodecError) {
            (input.pointee.offset, input.pointee.end) = (frame.offset, frame.end)
            var kind = UNDEFINED_RECORD_TYPE
            if GIFLongCodes.sizes.contains(Int(frame.codeSize)) { hideCodeSize() }
            guard DGifGetRecordType(file, &kind) == GIF_OK, kind == IMAGE_DESC_RECORD_TYPE,
                DGifGetImageDesc(file) == GIF_OK
            else { throw failure("the image descriptor") }
        }

        /// Lets giflib read a code size that it accepts, instead of the one of the frame here.
        private func hideCodeSize() {
            let (bytes, offset) = (input.pointee.bytes, input.pointee.offset)
            guard offset + 9 < bytes.count else { return }
            let flags = bytes[offset + 9]
            input.pointee.codeSizeOffset = offset + 10 + GIFReader.colorCount(flags) * 3
        }

        /// Returns `true` if the unread codes of `frame` end before the first pixel.
        func isWithoutCodes(of frame: GIFFrame) -> Bool {
            let (bytes, start) = (input.pointee.bytes, input.pointee.offset)
            guard start < input.pointee.end else { return false }
            let block = UnsafeRawBufferPointer(rebasing: bytes[(start + 1)..<input.pointee.end])
                .prefix(Int(bytes[start]))
            guard !block.isEmpty else { return bytes[start] == 0 }
            // At most the four bytes that a few clear codes and the end code take.
            let bits = block.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let width = UInt32(frame.codeSize) + 1
            guard width <= 12 else { return false }
            let first = bits & (1 << width - 1)
            let code = first == 1 << (width - 1) ? bits >> width & (1 << width - 1) : first
            return code == 1 << (width - 1) + 1 && block.count * 8 >= Int(width)
        }

        /// Reads the next byte, 0 past the end of the file; nil if it has not arrived.
        func nextByte() -> UInt8? {
            var byte: UInt8 = 0
            return Self.read(file, &byte, 1) == 1 ? byte : nil
        }

        /// Returns the error of a call that failed while it read `what`.
        func failure(_ what: String) -> CodecError {
            let isTooShort = file.pointee.Error == D_GIF_ERR_EOF_TOO_SOON
            if input.pointee.isExhausted || isTooShort {
                return .truncated(.gif, "\(what) is cut off")
            }
            return .damaged(.gif, "giflib cannot read \(what) (error \(file.pointee.Error))")
        }

        /// The input callback of giflib, which copies the next bytes.
        private static let read: InputFunc = { file, target, count in
            guard let file, let target, count > 0,
                let input = file.pointee.UserData?.assumingMemoryBound(to: Input.self)
            else { return 0 }
            let start = input.pointee.offset
            let available = max(min(Int(count), input.pointee.end - start), 0)
            guard available == Int(count) || input.pointee.isWhole else { return 0 }
            if available > 0, let base = input.pointee.bytes.baseAddress {
                UnsafeMutableRawPointer(target).copyMemory(
                    from: base + start, byteCount: available)
                if let place = input.pointee.codeSizeOffset, place >= start,
                    place < start + available
                {
                    target[place - start] = usualCodeSize
                }
            }
            if available < Int(count) {
                (target + available).update(repeating: 0, count: Int(count) - available)
                input.pointee.isExhausted = true
            }
            input.pointee.offset = start + available
            return count
        }
    }
#endif
