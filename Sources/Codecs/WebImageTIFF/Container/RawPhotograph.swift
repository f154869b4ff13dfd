#if TIFF
    import WebImageCoding

    /// A camera's raw photograph with the structure of TIFF, whose first page is a small preview.
    ///
    /// The samples of the sensor lie in another directory, mostly one that the first directory
    /// refers to (`SubIFDs`, TIFF/EP 4.2.2).
    struct RawPhotograph {
        /// The kind of file: `a DNG raw photograph`.
        let name: String

        /// Recognizes a raw photograph by its signature, by `DNGVersion`, or by a directory with
        /// samples of a sensor; nil for any other file.
        ///
        /// At most 64 directories are read.
        init?(_ bytes: RawSpan, pages: TIFFPages) {
            let first = pages.offsets[0]
            if !pages.values(of: Tag.dngVersion, inDirectoryAt: first, of: bytes).isEmpty {
                name = "a DNG raw photograph"
                return
            }
            // Version 2.0, and the directory after it: pixels may begin with the letters.
            if bytes.has("CR\u{2}\0", at: 8), first == 16 {
                name = "a Canon raw photograph (CR2)"
                return
            }
            let nested = pages.offsets.prefix(16).flatMap {
                pages.values(of: Tag.nested, inDirectoryAt: $0, of: bytes)
            }
            let holdsSamples = (pages.offsets.prefix(32) + nested.prefix(32)).contains {
                directory in
                Self.holdsSensorSamples(
                    colors: pages.values(of: Tag.colors, inDirectoryAt: directory, of: bytes),
                    compression: pages.values(
                        of: Tag.compression, inDirectoryAt: directory, of: bytes))
            }
            guard holdsSamples else { return nil }
            let maker = pages.text(of: Tag.maker, inDirectoryAt: first, of: bytes).uppercased()
            let known = Self.makers.first { maker.hasPrefix($0.key) }
            name = known.map { "a raw photograph (\($0.value))" } ?? "a raw photograph"
        }

        /// Returns `true` for the colours of a filter array or linear raw samples, and for makers'
        /// own compressions.
        private static func holdsSensorSamples(colors: [Int], compression: [Int]) -> Bool {
            [32803, 34892].contains(colors.first)
                || [32767, 32770, 34713, 65000, 65535].contains(compression.first)
        }

        private enum Tag {
            static let compression = 0x0103
            static let colors = 0x0106
            static let maker = 0x010F
            static let nested = 0x014A
            static let dngVersion = 0xC612
        }

        /// The makers whose files cannot be told apart by a signature, and the names of their
        /// formats.
        private static let makers: KeyValuePairs = [
            "NIKON": "NEF", "SONY": "ARW", "PENTAX": "PEF", "RICOH": "PEF", "SAMSUNG": "SRW",
            "HASSELBLAD": "3FR", "EPSON": "ERF", "SEIKO EPSON": "ERF", "KODAK": "DCR",
            "EASTMAN KODAK": "DCR", "PHASE ONE": "IIQ", "LEAF": "MOS", "MAMIYA": "MEF",
        ]
    }
#endif
