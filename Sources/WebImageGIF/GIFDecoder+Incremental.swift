#if GIF
    public import WebImageCoding

    extension GIFDecoder: IncrementalImageDecoder {
        /// A session that shows the first frame row by row, then the newest complete frame.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            GIFSession(options: options)
        }
    }
#endif
