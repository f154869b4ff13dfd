#if Sandbox && os(Linux)
    import CSandbox
    import WebImageCoding
    import WebImagePixels

    /// The description of pixels in a shared memory: rows as in `Bitmap`, with its padding.
    struct WirePicture {
        let size: PixelSize
        let sampleFormat: SampleFormat
        let significantBits: Int
        let headroom: Double
        let colorSpace: ColorSpace
        let isOpaque: Bool

        private static let spaces: [ColorSpace] = [.sRGB, .embedded, .cmyk]

        init(_ bitmap: Bitmap) {
            size = bitmap.size
            sampleFormat = bitmap.sampleFormat
            significantBits = bitmap.significantBits
            headroom = bitmap.headroom
            colorSpace = bitmap.colorSpace
            isOpaque = bitmap.isOpaque
        }

        func write(to packet: inout PacketWriter) {
            packet.write(size)
            packet.write(sampleFormat)
            packet.write(UInt8(clamping: significantBits))
            packet.write(headroom.bitPattern)
            packet.write(UInt8(Self.spaces.firstIndex(of: colorSpace) ?? 0))
            packet.write(isOpaque)
        }

        /// Reads a description.
        ///
        /// - Parameter maxArea: The most pixels.
        init(from packet: inout PacketReader, maxArea: Int) throws(PacketError) {
            size = try packet.readSize()
            guard size.area <= maxArea else {
                throw PacketError("\(size) pixels, more than the \(maxArea) asked for")
            }
            sampleFormat = try packet.readSampleFormat()
            significantBits = Int(try packet.read(UInt8.self))
            guard (8...sampleFormat.mostBits).contains(significantBits) else {
                throw PacketError("samples of \(significantBits) bits")
            }
            headroom = Double(bitPattern: try packet.read())
            guard headroom >= 1, headroom <= (sampleFormat == .rgbaHalf ? 50 : 1) else {
                throw PacketError("a headroom of \(headroom)")
            }
            let space = Int(try packet.read(UInt8.self))
            guard Self.spaces.indices.contains(space) else {
                throw PacketError("a colour space of \(space)")
            }
            colorSpace = Self.spaces[space]
            guard colorSpace != .cmyk || sampleFormat != .rgbaHalf else {
                throw PacketError("inks of half floats")
            }
            isOpaque = try packet.readFlag()
        }

        /// The bytes of the pixels.
        var byteCount: Int { Bitmap.byteCount(of: size, as: sampleFormat) }

        /// Returns the offset of pixels after other data.
        static func offset(behind count: Int) -> Int {
            (count + Bitmap.rowAlignment - 1) / Bitmap.rowAlignment * Bitmap.rowAlignment
        }

        /// Returns the end of the pixels after `count` bytes; `Int.max` on overflow.
        func end(behind count: Int) -> Int {
            let (end, overflow) = Self.offset(behind: count).addingReportingOverflow(byteCount)
            return overflow ? .max : end
        }

        /// Returns a copy of the pixels in a memory; nil if the system refuses the memory.
        ///
        /// - Parameter isReleased: `true` to give the memory of a large picture back as it is
        ///   copied, so that there are no two of it.
        func copy(
            from memory: SharedMemory, behind count: Int, isReleased: Bool = false
        ) -> Bitmap? {
            var bitmap = Bitmap(
                allocating: size, as: sampleFormat, colorSpace: colorSpace, isOpaque: isOpaque,
                isCleared: false)
            bitmap?.significantBits = significantBits
            bitmap?.headroom = headroom
            let (start, end) = (Self.offset(behind: count), end(behind: count))
            let gives = isReleased && byteCount >= Self.releasedByteCount
            let step = gives ? Self.releasedByteCount / 4 : byteCount
            bitmap?.withUnsafeMutableRows { rows in
                for place in stride(from: start, to: end, by: max(step, 1)) {
                    let part = min(step, end - place)
                    (UnsafeMutableRawPointer(rows) + (place - start)).copyMemory(
                        from: memory.base + place, byteCount: part)
                    if gives { csandbox_release(memory.base + place, part) }
                }
            }
            return bitmap
        }

        /// The least bytes of pixels whose memory is given back; other pictures' memory serves the
        /// next picture.
        private static let releasedByteCount = 64 << 20
    }

    extension PacketWriter {
        mutating func write(_ format: SampleFormat) {
            write(UInt8(SampleFormat.allCases.firstIndex(of: format) ?? 0))
        }
    }

    extension PacketReader {
        mutating func readSampleFormat() throws(PacketError) -> SampleFormat {
            let index = Int(try read(UInt8.self))
            guard SampleFormat.allCases.indices.contains(index) else {
                throw PacketError("a sample format of \(index)")
            }
            return SampleFormat.allCases[index]
        }
    }

    extension SharedMemory {
        /// Writes the pixels of a bitmap after other data.
        ///
        /// The padding of rows may be anything that the memory of the program held before.
        func write(_ bitmap: Bitmap, behind count: Int) {
            let stride = bitmap.bytesPerRow
            let rowBytes = bitmap.size.width * bitmap.sampleFormat.bytesPerPixel
            let start = base + WirePicture.offset(behind: count)
            bitmap.withUnsafeRows { rows in
                for y in 0..<bitmap.size.height {
                    let row = start + y * stride
                    row.copyMemory(from: rows + y * stride, byteCount: rowBytes)
                    row.advanced(by: rowBytes).initializeMemory(
                        as: UInt8.self, repeating: 0, count: stride - rowBytes)
                }
            }
        }
    }
#endif
