#if JPEGXL
    public import WebImageCoding

    extension JPEGXLDecoder {
        /// Returns the memory of the bitmap and of libjxl's float planes, some of them kept twice.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let metadata = try? metadata(of: bytes, limits: options.limits) else {
                return nil
            }
            return MemoryDemand(of: metadata, libraryBytesPerPixel: 24)
        }
    }
#endif
