#if TIFF
    import WebImageCoding

    /// A compression of strips and tiles, by its number in the directory.
    ///
    /// Supported are those that libtiff decodes to the size in the directory, and streams with
    /// their own size that ``TIFFStreams`` compares with it. All others are rejected before libtiff
    /// reads a pixel. libjbig aborts the process if memory is short; LERC and JPEG 2000 allocate by
    /// sizes in the stream.
    struct TIFFCompression {
        /// The number in the directory.
        let number: UInt16

        init(_ number: UInt16) {
            self.number = number
        }

        static let none: UInt16 = 1
        static let jpeg: UInt16 = 7
        static let lzma: UInt16 = 34925
        static let webP: UInt16 = 50001

        /// The numbers of supported compressions.
        static let decodable: Set<UInt16> = [
            none,
            2, 3, 4, 32771,  // CCITT: RLE, fax 3, fax 4, RLE with word alignment
            5,  // LZW
            jpeg,
            8, 32946,  // deflate, and its number before TIFF 6
            32766, 32773, 32809,  // NeXT, PackBits, ThunderScan
            32909,  // PixarLog
            34676, 34677,  // SGI LogLuv, also 24-bit
            lzma,
            50000,  // zstd
            webP,
        ]

        /// Rejects a compression that is not in ``decodable``.
        ///
        /// - Throws: `CodecError.unsupported` with number and name.
        func requireDecodable() throws(CodecError) {
            guard Self.decodable.contains(number) else {
                throw .unsupported(.tiff, "compression \(number)\(name.map { " (\($0))" } ?? "")")
            }
        }

        /// The name of an unsupported compression; nil if it is not well known.
        private var name: String? {
            switch number {
            case 6: "old-style JPEG"
            case 9, 10, 34661: "JBIG"
            case 33003, 33004, 33005, 34712: "JPEG 2000"
            case 34887: "LERC"
            case 34892: "lossy JPEG of DNG"
            case 50002, 52546: "JPEG XL"
            default: nil
            }
        }
    }
#endif
