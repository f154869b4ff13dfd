#if GIF
    import CGIF
    import WebImageCoding
    import WebImagePixels

    /// A GIF file that giflib writes to memory.
    final class GIFWriter {
        private let file: UnsafeMutablePointer<GifFileType>
        private let output: Unmanaged<GrowingBytes>
        private var isOpen = true

        /// Begins a file with the table of frames that have none of their own.
        ///
        /// - Throws: `CodecError.encoding` if giflib fails.
        init(size: PixelSize, palette: GIFTable) throws(CodecError) {
            guard max(size.width, size.height) <= Int(UInt16.max) else {
                throw .encoding(.gif, "\(size) exceeds 65535 pixels a side")
            }
            output = .passRetained(GrowingBytes())
            var error: Int32 = 0
            guard let file = EGifOpen(output.toOpaque(), Self.write, &error) else {
                output.release()
                throw .encoding(.gif, "giflib cannot start a file (error \(error))")
            }
            self.file = file
            EGifSetGifVersion(file, true)
            try palette.withMap { map throws(CodecError) in
                try require(
                    EGifPutScreenDesc(file, Int32(size.width), Int32(size.height), 8, 0, map))
            }
        }

        deinit {
            close()
            output.release()
        }

        /// Writes the total number of plays, 0 for infinite; 1 is the default and not written.
        func loop(_ plays: Int) throws(CodecError) {
            guard plays != 1 else { return }
            // The file stores the repetitions after the first play.
            let repeats = plays == 0 ? 0 : min(plays - 1, 0xFFFF)
            let name = Array("NETSCAPE2.0".utf8)
            let count: [UInt8] = [1, UInt8(repeats & 255), UInt8(repeats >> 8)]
            try require(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
            try require(EGifPutExtensionBlock(file, Int32(name.count), name))
            try require(EGifPutExtensionBlock(file, Int32(count.count), count))
            try require(EGifPutExtensionTrailer(file))
        }

        /// Writes the graphic control of the next frame.
        func control(
            hundredths: Int, disposal: FrameLayout.Disposal, transparentIndex: UInt8?
        ) throws(CodecError) {
            let mode =
                switch disposal {
                case .keep: DISPOSE_DO_NOT
                case .clear: DISPOSE_BACKGROUND
                case .restore: DISPOSE_PREVIOUS
                }
            var block = GraphicsControlBlock(
                DisposalMode: mode, UserInputFlag: false, DelayTime: Int32(hundredths),
                TransparentColor: transparentIndex.map(Int32.init) ?? NO_TRANSPARENT_COLOR)
            var bytes = [UInt8](repeating: 0, count: 4)
            EGifGCBToExtension(&block, &bytes)
            try require(EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, 4, bytes))
        }

        /// Begins a frame, with its own table or with the file's.
        func begin(
            _ rect: PixelRect, palette: GIFTable?, isInterlaced: Bool
        ) throws(CodecError) {
            let write = { (map: UnsafeMutablePointer<ColorMapObject>?) throws(CodecError) in
                try self.require(
                    EGifPutImageDesc(
                        self.file, Int32(rect.x), Int32(rect.y), Int32(rect.size.width),
                        Int32(rect.size.height), isInterlaced, map))
            }
            guard let palette else {
                // giflib would drop the table of the previous frame without freeing it.
                GifFreeMapObject(file.pointee.Image.ColorMap)
                file.pointee.Image.ColorMap = nil
                return try write(nil)
            }
            try palette.withMap(write)
        }

        /// Writes the next row in file order; the indices are not changed.
        func write(_ row: inout [UInt8]) throws(CodecError) {
            try require(EGifPutLine(file, &row, Int32(row.count)))
        }

        /// Returns the complete file; nothing can be written afterwards.
        func finish() throws(CodecError) -> ByteBlock {
            guard close() == GIF_OK else { throw .encoding(.gif, "giflib cannot finish the file") }
            return output.takeUnretainedValue().take()
        }

        @discardableResult
        private func close() -> Int32 {
            guard isOpen else { return GIF_OK }
            isOpen = false
            var error: Int32 = 0
            return EGifCloseFile(file, &error)
        }

        private func require(_ status: Int32) throws(CodecError) {
            guard status == GIF_OK else {
                throw .encoding(.gif, "giflib cannot write the frame (error \(file.pointee.Error))")
            }
        }

        /// The output callback of giflib; it returns 0 if memory is short, which giflib reports.
        private static let write: OutputFunc = { file, bytes, count in
            guard let file, let data = file.pointee.UserData, let bytes, count > 0 else { return 0 }
            let output = Unmanaged<GrowingBytes>.fromOpaque(data).takeUnretainedValue()
            let written = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            return (try? output.append(written)) == nil ? 0 : count
        }
    }
#endif
