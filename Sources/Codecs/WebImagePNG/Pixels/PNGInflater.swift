#if PNG
    import CPNGShim
    import WebImageCoding

    /// The library that inflates pixels.
    package enum PNGInflater: CaseIterable, Sendable {
        /// ISA-L for images of 64 kB or more if it is installed, otherwise zlib.
        case automatic
        case zlib
        /// ISA-L for all images if it is installed, otherwise zlib.
        case isal

        /// `true` if ISA-L is installed and its headers were present at build time.
        package static var hasISAL: Bool { cpng_has_isal() }

        var code: CPNGInflater {
            switch self {
            case .automatic: .automatic
            case .zlib: .zlib
            case .isal: .ISAL
            }
        }
    }

    extension PNGDecoder: LibraryLoading {
        package func loadLibraries() { _ = PNGInflater.hasISAL }
    }

    extension PNGEncoder: LibraryLoading {
        /// `true` if libdeflate is installed and its header was present at build time.
        package static var hasLibdeflate: Bool { cpng_has_libdeflate() }

        package func loadLibraries() { _ = Self.hasLibdeflate }
    }
#endif
