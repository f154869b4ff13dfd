#if JPEGXL
    public import WebImageCoding
    import WebImagePixels

    extension JPEGXLDecoder {
        /// Returns the memory of the bitmap and of libjxl's planes, some of them kept twice.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let walk = try? Self.walk(bytes, options), let metadata = try? walk.metadata()
            else { return nil }
            let format = walk.header?.samples.format ?? .bgra8
            // The bitmap of 8 bits is counted already.
            let more = format.bytesPerPixel - SampleFormat.bgra8.bytesPerPixel
            let library = Self.libraryBytesPerPixel + more
            var demand = MemoryDemand(of: metadata, libraryBytesPerPixel: library)
            let usual = DecodeLimits.product(metadata.size.area, Self.libraryBytesPerPixel)
            // The least of a frame, and as much again for levels of detail as was seen.
            let excess = max(walk.frameBytes / 2 * 3 - usual, 0)
            let (bytes, overflow) = demand.byteCount.addingReportingOverflow(excess)
            demand.byteCount = overflow ? .max : bytes
            demand.sampleFormat = format
            return demand
        }

        /// The bytes of a pixel in libjxl's planes, unless the frames' headers tell of more.
        private static let libraryBytesPerPixel = 24
    }
#endif
