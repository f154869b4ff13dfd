#if HEIF
    public import WebImageCoding
    import WebImagePixels

    extension HEIFDecoder {
        /// Returns the memory of all planes that are kept, of the bitmap or of the rows that are
        /// scaled, and of the decoder; of an image with a thumbnail that is enough, the
        /// thumbnail's.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            bytes.withUnsafeBytes { buffer in
                if let scene = try? HEIFOpenedSequence.find(buffer, options: options) {
                    return MemoryDemand(size: scene.metadata.size, byteCount: scene.byteCount)
                }
                guard let file = try? HEIFFile(buffer, options: options),
                    let pixels = try? HEIFPixels(file, options: options)
                else { return nil }
                var demand = MemoryDemand(
                    size: file.metadata.size, byteCount: pixels.byteCount)
                demand.sampleFormat = pixels.sampleFormat
                return demand
            }
        }
    }
#endif
