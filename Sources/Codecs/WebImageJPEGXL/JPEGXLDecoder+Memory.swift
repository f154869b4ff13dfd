#if JPEGXL
    public import WebImageCoding
    import WebImagePixels

    extension JPEGXLDecoder {
        /// Returns the memory of the bitmap and of libjxl's float planes, some of them kept twice.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let walk = try? Self.walk(bytes, options), let metadata = try? walk.metadata()
            else { return nil }
            let format = walk.header?.samples.format ?? .bgra8
            // The bitmap of 8 bits is counted already.
            let more = format.bytesPerPixel - SampleFormat.bgra8.bytesPerPixel
            var demand = MemoryDemand(of: metadata, libraryBytesPerPixel: 24 + more)
            demand.sampleFormat = format
            return demand
        }
    }
#endif
