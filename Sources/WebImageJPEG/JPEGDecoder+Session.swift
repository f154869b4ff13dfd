#if JPEG
    public import WebImageCoding

    extension JPEGDecoder: IncrementalImageDecoder {
        /// A session that shows rows of a baseline file as they come, and of a progressive one the
        /// whole picture, from its first scan on ever finer.
        ///
        /// Arithmetic codes are read scan by scan, since libjpeg cannot wait in the middle of them.
        /// Cancellation is honoured as by a decode.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            JPEGSession(options: options)
        }
    }
#endif
