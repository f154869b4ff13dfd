#if PNG
    import CPNGShim

    /// The library that inflates pixels.
    package enum PNGInflater: CaseIterable, Sendable {
        /// ISA-L for pictures of 64 kB and more, if it is installed; else zlib.
        case automatic
        case zlib
        /// ISA-L for all pictures, if it is installed; else zlib.
        case isal

        /// `true` if ISA-L is installed and was there to build with.
        package static var hasISAL: Bool { cpng_has_isal() }

        var code: CPNGInflater {
            switch self {
            case .automatic: .automatic
            case .zlib: .zlib
            case .isal: .ISAL
            }
        }
    }
#endif
