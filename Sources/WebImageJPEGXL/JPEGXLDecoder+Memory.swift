#if JPEGXL
    public import WebImageCoding

    extension JPEGXLDecoder {
        /// The bitmap, and what libjxl keeps: floating-point planes of all channels, some of them twice.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let metadata = try? metadata(of: bytes, limits: options.limits) else {
                return nil
            }
            return MemoryDemand(of: metadata, libraryBytesPerPixel: 24)
        }
    }
#endif
