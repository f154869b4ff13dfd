#if JPEG
    public import WebImageCoding

    extension JPEGDecoder: IncrementalImageDecoder {
        /// Creates a session that shows rows of a baseline file, and all of a progressive file by
        /// scan.
        ///
        /// Arithmetic-coded files are read scan by scan, because libjpeg cannot suspend within a
        /// scan. Cancellation is checked as in `decode`.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            JPEGSession(options: options)
        }
    }
#endif
