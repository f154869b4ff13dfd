#if JPEG
    public import WebImageCoding

    extension JPEGDecoder {
        /// True: frame, EXIF and profile stand before the first scan.
        public func headerLeads(in format: ImageFormat) -> Bool { true }
    }
#endif
