#if GIF
    public import WebImageCoding

    extension GIFDecoder: IncrementalImageDecoder {
        /// Creates a session that shows the first frame by rows, then the newest complete frame.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            GIFSession(options: options)
        }
    }
#endif
