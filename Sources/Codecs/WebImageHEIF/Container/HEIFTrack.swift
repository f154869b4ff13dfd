#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// A track of HEVC pictures (ISO/IEC 14496-15, section 8.4).
    struct HEIFTrack {
        /// The pictures in the order of decoding.
        let samples: HEIFSamples
        /// The content of the box that describes the stream (`hvcC`).
        let configuration: [UInt8]
        /// The parameter sets in it, each preceded by its length in ``lengthSize`` bytes.
        let parameters: [UInt8]
        /// The size in bytes of the length before each unit: 1, 2 or 4.
        let lengthSize: Int
        /// The size of a picture.
        let size: PixelSize
        /// The types and contents of the boxes that describe colours and light.
        let colors: [(type: String, body: [UInt8])]
        /// The quarter turns to the left that make pictures upright.
        let turns: Int

        /// The size of the fixed fields of a description before its boxes.
        static let entryBytes = 78

        /// Reads a track; nil if it is not HEVC.
        ///
        /// - Parameter most: The most pictures to take.
        /// - Throws: `CodecError` if its tables are damaged, or have too many pictures.
        init?(
            _ track: MediaTrack, of bytes: RawSpan, limits: DecodeLimits, most: Int = .max
        ) throws(CodecError) {
            guard let entry = track.entry(of: bytes),
                bytes.has("hvc1", at: entry.typeOffset) || bytes.has("hev1", at: entry.typeOffset),
                let width = bytes.u16(at: entry.body.lowerBound + 24, .big),
                let height = bytes.u16(at: entry.body.lowerBound + 26, .big),
                entry.body.count > Self.entryBytes
            else { return nil }
            let boxes = bytes.boxes(
                in: entry.body.lowerBound + Self.entryBytes..<entry.body.upperBound)
            guard let box = boxes.first(where: { bytes.has("hvcC", at: $0.typeOffset) }),
                box.body.count >= 23, let packed = bytes.u8(at: box.body.lowerBound + 21)
            else { throw .damaged(.heic, "a track without the description of its stream") }
            lengthSize = Int(packed & 3) + 1
            guard lengthSize != 3 else {
                throw .damaged(.heic, "lengths of 3 bytes")
            }
            size = PixelSize(width: Int(width), height: Int(height))
            configuration = bytes.copy(box.body)
            colors = boxes.compactMap { box in
                guard let type = Self.colorTypes.first(where: { bytes.has($0, at: box.typeOffset) })
                else { return nil }
                return (String(describing: type), bytes.copy(box.body))
            }
            parameters = Self.parameters(in: bytes, box.body, lengthSize: lengthSize)
            turns = Self.turns(track, bytes)
            samples = try HEIFSamples(track, of: bytes, limits: limits, most: most)
        }

        private static let colorTypes: [StaticString] = ["colr", "clli", "mdcv"]

        /// The most pictures that the library keeps: a stream refers to at most 16, one is decoded,
        /// and one is shown.
        private static let mostPictures = 18

        /// The area that a coded picture may have: its blocks are at most 64 samples a side, and
        /// the rows of halved chroma are padded to 64 bytes.
        var codedArea: Int {
            size.width.roundedUp(to: 128) * size.height.roundedUp(to: 64)
        }

        /// The bytes that the planes of one picture may have.
        var pictureBytes: Int {
            let (chroma, depths) = (configuration[16] & 3, configuration[17] | configuration[18])
            let samples = [2, 3, 4, 6][Int(chroma)]
            return codedArea / 2 * samples * (depths & 7 > 0 ? 2 : 1)
        }

        /// The bytes of all pictures that the library keeps.
        var heldBytes: Int { Self.mostPictures * pictureBytes }

        /// Returns the units of all arrays, as long as they are inside the box.
        private static func parameters(
            in bytes: RawSpan, _ box: Range<Int>, lengthSize: Int
        ) -> [UInt8] {
            var reader = ByteReader(at: box.lowerBound + 22, .big)
            var result: [UInt8] = []
            guard let arrays = reader.u8(of: bytes) else { return [] }
            for _ in 0..<arrays {
                guard reader.u8(of: bytes) != nil, let units = reader.u16(of: bytes) else { break }
                for _ in 0..<units {
                    guard let length = reader.u16(of: bytes).map({ Int($0) }),
                        reader.offset + length <= box.upperBound,
                        length < 1 << (8 * min(lengthSize, 2))
                    else { return result }
                    let unit = reader.offset..<reader.offset + length
                    result += [0, 0, UInt8(length >> 8), UInt8(length & 255)].suffix(lengthSize)
                    result += bytes.extracting(unit).prefixBytes(length)
                    reader.offset = unit.upperBound
                }
            }
            return result
        }

        /// Returns the rotation in the matrix of the track (`tkhd`), as `irot` counts it.
        private static func turns(_ track: MediaTrack, _ bytes: RawSpan) -> Int {
            guard let header = bytes.firstBox(["tkhd"], in: track.body),
                let version = bytes.u8(at: header.lowerBound)
            else { return 0 }
            let start = header.lowerBound + (version == 1 ? 52 : 40)
            let numbers = [0, 4, 12, 16].map { offset in
                Int(Int32(bitPattern: bytes.u32(at: start + offset, .big) ?? 0)).signum()
            }
            switch numbers {
            case [0, 1, -1, 0]: return 3
            case [-1, 0, 0, -1]: return 2
            case [0, -1, 1, 0]: return 1
            default: return 0
            }
        }
    }

    extension Int {
        fileprivate func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
    }
#endif
