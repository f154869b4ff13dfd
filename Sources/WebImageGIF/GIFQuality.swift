#if GIF
    import WebImageCoding

    /// What settings mean for a palette.
    struct GIFQuality {
        /// The most colours of a picture, transparency included where there is one.
        let colorCount: Int
        /// Whether a picture of more colours is dithered.
        let dithers: Bool
        /// How often the colours of a palette are moved to the middle of what they serve.
        let rounds: Int

        /// All 256 colours from quality 50 on, below fewer in proportion, down to 8.
        ///
        /// Dithered from 30 on, since noise costs most bytes. Effort buys better colours.
        init(_ settings: EncodeSettings) {
            let quality = settings.isLossless ? 100 : settings.quality
            colorCount = min(max(quality * 256 / 50, 8), 256)
            dithers = quality >= 30
            rounds = (settings.effort ?? 5) / 2
        }
    }
#endif
