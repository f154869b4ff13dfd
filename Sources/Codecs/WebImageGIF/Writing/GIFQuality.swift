#if GIF
    import WebImageCoding

    /// The parameters of a palette, derived from the settings.
    struct GIFQuality {
        /// The maximum number of colours, including transparency if it is used.
        let colorCount: Int
        /// `true` if an image of more colours is dithered.
        let dithers: Bool
        /// The number of passes that move each colour to the mean of its pixels.
        let rounds: Int

        /// Derives the parameters: 256 colours from quality 50, below in proportion, at least 8.
        ///
        /// Dithering begins at 30, since noise costs the most bytes. Effort adds passes.
        init(_ settings: EncodeSettings) {
            let quality = settings.isLossless ? 100 : settings.quality
            colorCount = min(max(quality * 256 / 50, 8), 256)
            dithers = quality >= 30
            rounds = (settings.effort ?? 5) / 2
        }
    }
#endif
