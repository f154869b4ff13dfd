#if TIFF
    import CTIFFShim

    /// The meaning of a pixel's samples if this module converts them itself.
    struct TIFFModel {
        /// The colour space.
        enum Colors {
            /// Luminance; 0 is white if inverted.
            case gray(isInverted: Bool)
            /// Indices of a colour table.
            case palette
            /// RGB.
            case rgb
            /// CMYK.
            case cmyk
            /// CIE L*a*b*, with a and b signed or offset.
            case lab(isSigned: Bool)

            /// The number of samples of a colour.
            var count: Int {
                switch self {
                case .gray, .palette: 1
                case .rgb, .lab: 3
                case .cmyk: 4
                }
            }
        }

        /// The meaning of the sample that is alpha.
        enum Alpha {
            /// Colours are premultiplied.
            case multiplied
            /// Colours are straight.
            case plain
        }

        let colors: Colors
        /// The alpha; nil if there is none.
        let alpha: Alpha?
        /// The samples of a pixel that are used: the colours, and the alpha.
        let used: [Int]
        /// The number of samples that are used.
        var usedCount: Int { used.count }
        /// `true` for inks that stay inks; those with alpha become RGB, without a profile.
        var isCMYK: Bool { hasInks && alpha == nil }
        /// `true` for inks, with or without alpha.
        var hasInks: Bool {
            if case .cmyk = colors { return true }
            return false
        }

        /// Reads the directory; nil if libtiff must convert: YCbCr and unknown colours.
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
            let place = colors.count + Int(directory.extra_index)
            let hasMore = Int(directory.samples) > place
            switch (colors, directory.extra_kind) {
            case (_, 1) where hasMore: alpha = .multiplied
            case (_, 2) where hasMore: alpha = .plain
            // A fifth ink is as likely.
            case (.cmyk, _), (.lab, _): alpha = nil
            // Most readers and writers treat an unspecified extra sample as alpha, and a single one
            // that is undeclared.
            case (_, 0)
            where directory.extra_count > 0 && hasMore
                || Int(directory.samples) == colors.count + 1:
                alpha = .plain
            default: alpha = nil
            }
            used = Array(0..<colors.count) + (alpha == nil ? [] : [place])
        }
    }
#endif
