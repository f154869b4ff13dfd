#if TIFF
    import CTIFFShim

    /// What the samples of a pixel mean, where this module converts them itself.
    struct TIFFModel {
        /// The colours.
        enum Colors {
            /// Brightness; 0 is white when inverted.
            case gray(isInverted: Bool)
            /// Indices of a table.
            case palette
            /// Red, green, blue.
            case rgb
            /// Four inks.
            case cmyk
            /// CIE L*a*b*, with a and b signed or not.
            case lab(isSigned: Bool)

            /// Samples of a colour.
            var count: Int {
                switch self {
                case .gray, .palette: 1
                case .rgb, .lab: 3
                case .cmyk: 4
                }
            }
        }

        /// How the sample behind the colours is to be understood.
        enum Alpha {
            /// Colours are already multiplied by it.
            case multiplied
            /// Colours are as they are.
            case plain
        }

        /// The colours.
        let colors: Colors
        /// The alpha, nil for none.
        let alpha: Alpha?

        /// Nil where libtiff has to convert: YCbCr, and what is unknown.
        init?(_ directory: CTIFFDirectory) {
            switch directory.photometric {
            case 0: colors = .gray(isInverted: true)
            case 1: colors = .gray(isInverted: false)
            case 2: colors = .rgb
            case 3 where directory.red != nil && directory.bits <= 8: colors = .palette
            case 5: colors = .cmyk
            case 8: colors = .lab(isSigned: true)
            case 9: colors = .lab(isSigned: false)
            default: return nil
            }
            guard Int(directory.samples) >= colors.count else { return nil }
            let hasMore = Int(directory.samples) > colors.count && directory.extra_count > 0
            switch (colors, directory.extra_kind) {
            case (.palette, _), (.cmyk, _), (.lab, _): alpha = nil
            case (_, 1) where hasMore: alpha = .multiplied
            // Most programs take a sample of no said meaning for alpha, and so most writers mean it.
            case (_, 0) where hasMore, (_, 2) where hasMore: alpha = .plain
            default: alpha = nil
            }
        }
    }
#endif
