#if JPEG
    public import WebImageCoding

    extension JPEGDecoder {
        /// `true`: frame, EXIF and profile precede the first scan.
        public func headerLeads(in format: ImageFormat) -> Bool { true }
    }
#endif
