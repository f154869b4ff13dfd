#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The contents of the IHDR chunk.
    ///
    /// W3C PNG, third edition, section 11.2.1.
    struct PNGHeader {
        /// The size before the orientation is applied.
        let size: PixelSize
        /// The five bytes after the size, which frames of an animation share.
        let form: [UInt8]

        /// - Throws: `CodecError.damaged` for an invalid combination.
        init(_ body: [UInt8], isSound: Bool) throws(CodecError) {
            let bytes = body.span.bytes
            guard isSound else { throw .damaged(.png, "the checksum of IHDR is wrong") }
            guard let width = bytes.u32(at: 0, .big), let height = bytes.u32(at: 4, .big),
                body.count == 13
            else { throw .damaged(.png, "IHDR has \(body.count) bytes, expected 13") }
            size = PixelSize(width: Int(width), height: Int(height))
            form = Array(body[8...])
            let depths: [UInt8: [UInt8]] = [
                0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
            ]
            guard depths[form[1]]?.contains(form[0]) == true else {
                throw .damaged(.png, "colour type \(form[1]) with \(form[0]) bits is invalid")
            }
            guard form[2] == 0, form[3] == 0, form[4] < 2 else {
                throw .damaged(
                    .png,
                    "unknown compression \(form[2]), filter \(form[3]) or interlace \(form[4])")
            }
            guard max(width, height) <= Int32.max, !size.isEmpty else {
                throw .damaged(.png, "the header says a size of \(size)")
            }
        }

        /// The bits of a sample.
        var bitDepth: Int { Int(form[0]) }
        /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
        var colorType: UInt8 { form[1] }
        /// `true` if the pixels are stored in the seven passes of Adam7.
        var isInterlaced: Bool { form[4] == 1 }

        /// Returns an IHDR chunk with another size, otherwise the same; its checksum is zero.
        func chunk(size: PixelSize) -> [UInt8] {
            [UInt32(clamping: size.width), UInt32(clamping: size.height)].reduce(
                into: [0, 0, 0, 13] + PNGName.header.bytes
            ) { bytes, side in
                bytes += PNGName(rawValue: side).bytes
            } + form + [0, 0, 0, 0]
        }
    }
#endif
