import WebImageBytes

/// A JPEG XL file with the box of a gain map (`jhgm`; libjxl, `gain_map.h`).
enum JPEGXLGainMapFile {
    private static let signature: [UInt8] = [0xFF, 0x0A]

    /// Returns the bare codestream of a file, which may be one itself.
    static func codestream(of file: ByteBlock) throws(CodecError) -> ByteBlock {
        let edit = file.withSpan { bytes -> FileEdit? in
            var edit = FileEdit()
            if bytes.has(signature) {
                edit.keep(0..<bytes.byteCount)
                return edit
            }
            guard let boxes = try? bytes.everyBox(in: 0..<bytes.byteCount) else { return nil }
            for box in boxes {
                if bytes.has("jxlc", at: box.typeOffset) {
                    edit.keep(box.body)
                } else if bytes.has("jxlp", at: box.typeOffset), box.body.count >= 4 {
                    // A number stands in front of each part.
                    edit.keep(box.body.lowerBound + 4..<box.body.upperBound)
                }
            }
            return edit
        }
        guard let stream = try edit?.apply(to: file), stream.withSpan({ $0.has(signature) })
        else { throw .encoding(.jxl, "a picture of a gain map has no codestream") }
        return stream
    }

    /// Returns the base with a box behind its own ones.
    ///
    /// - Parameter block: The numbers of the map; the alternate has the colours of the base.
    static func joined(
        _ base: ByteBlock, _ map: ByteBlock, _ block: [UInt8]
    ) throws(CodecError) -> ByteBlock {
        var head: [UInt8] = [0]
        head.add(UInt16(clamping: block.count), .big)
        // No colours of the alternate, and no profile.
        head += block + [0, 0, 0, 0, 0]
        let size = 8 + head.count + map.count
        guard base.count <= Int(UInt32.max) - 8, size <= Int(UInt32.max) else {
            throw .encoding(.jxl, "a file with a gain map has at most 4 GB")
        }
        var box: [UInt8] = []
        box.add(UInt32(clamping: size), .big)
        box += Array("jhgm".utf8) + head
        return .joining([try container(of: base), ByteBlock(copying: box), map])
    }

    /// Returns a file of boxes, of which the last has a stated end.
    private static func container(of file: ByteBlock) throws(CodecError) -> ByteBlock {
        var edit = FileEdit()
        let isDone = file.withSpan { bytes in
            if bytes.has(signature) {
                edit.add(start)
                edit.add(sizeBytes(8 + bytes.byteCount) + Array("jxlc".utf8))
                edit.keep(0..<bytes.byteCount)
                return true
            }
            guard bytes.has("JXL ", at: 4),
                let boxes = try? bytes.everyBox(in: 0..<bytes.byteCount),
                let last = boxes.last, last.body.upperBound == bytes.byteCount
            else { return false }
            guard last.isOpenEnded else {
                edit.keep(0..<bytes.byteCount)
                return true
            }
            edit.keep(0..<last.start)
            edit.add(sizeBytes(bytes.byteCount - last.start))
            edit.keep(last.typeOffset..<bytes.byteCount)
            return true
        }
        guard isDone else { throw .encoding(.jxl, "the base of a gain map is no JPEG XL") }
        return try edit.apply(to: file)
    }

    /// The boxes in front of a codestream: the signature and the type (ISO/IEC 18181-2).
    private static let start: [UInt8] =
        [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
        + [0, 0, 0, 20] + Array("ftypjxl \0\0\0\0jxl ".utf8)

    private static func sizeBytes(_ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add(UInt32(clamping: size), .big)
        return bytes
    }
}
