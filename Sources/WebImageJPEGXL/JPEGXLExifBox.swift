#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding

    /// Takes the EXIF block out of its box while the file is read.
    struct JPEGXLExifBox: ~Copyable {
        /// The first whole block, nil for none.
        private(set) var exif: [UInt8]?
        private let stream: JPEGXLStream
        private var isOpen = false
        /// What the library writes to; it stays where it is until it is taken back.
        private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

        init(_ stream: JPEGXLStream) {
            self.stream = stream
        }

        deinit {
            buffer.deallocate()
        }

        /// A box begins: the one before has ended.
        mutating func begin() {
            end()
            var name: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
            let isNamed = withUnsafeMutablePointer(to: &name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 4) {
                    stream.jxl.JxlDecoderGetBoxType(stream.decoder, $0, 1) == JXL_DEC_SUCCESS
                }
            }
            let text = [name.0, name.1, name.2, name.3].map { UInt8(bitPattern: $0) }
            guard isNamed, text == Array("Exif".utf8), exif == nil else { return }
            isOpen = true
            replace(capacity: 1 << 12, keeping: 0)
        }

        /// The room is used up.
        ///
        /// - Throws: `CodecError.limit` for a block no camera writes.
        mutating func grow() throws(CodecError) {
            guard isOpen else { return }
            let used = buffer.count - stream.jxl.JxlDecoderReleaseBoxBuffer(stream.decoder)
            guard buffer.count < Self.maxCount else {
                throw .limit("an EXIF box of more than \(Self.maxCount) bytes")
            }
            replace(capacity: buffer.count * 4, keeping: used)
        }

        private static let maxCount = 8 << 20

        /// The box has ended.
        mutating func end() {
            guard isOpen else { return }
            isOpen = false
            let used = buffer.count - stream.jxl.JxlDecoderReleaseBoxBuffer(stream.decoder)
            exif = Self.block(of: buffer[..<used])
        }

        /// The TIFF structure in a box, which says where it begins.
        private static func block(of box: Slice<UnsafeMutableBufferPointer<UInt8>>) -> [UInt8]? {
            guard box.count > 4 else { return nil }
            let offset = box.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard offset < box.count - 4 else { return nil }
            return Array(box.dropFirst(4 + offset))
        }

        private mutating func replace(capacity: Int, keeping used: Int) {
            let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
            larger.initialize(repeating: 0)
            for index in 0..<used { larger[index] = buffer[index] }
            buffer.deallocate()
            buffer = larger
            guard let next = larger.baseAddress else { return }
            _ = stream.jxl.JxlDecoderSetBoxBuffer(
                stream.decoder, next + used, capacity - used)
        }
    }
#endif
