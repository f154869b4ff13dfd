#if AVIF
    public import WebImageCoding
    import WebImagePixels

    extension AVIFDecoder {
        /// Returns the memory of all planes that are kept, of the bitmap or of the rows that are
        /// scaled, and of the AV1 decoder.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            bytes.withUnsafeBytes { buffer in
                guard let file = try? AVIFFile(buffer, limits: options.limits),
                    let pixels = try? AVIFPixels(file, options: options, isPlayed: file.count > 1)
                else { return nil }
                var demand = MemoryDemand(
                    size: AVIFTransform(file.image).uprightSize,
                    byteCount: pixels.byteCount + file.size.area * Self.decoderBytesPerPixel)
                demand.sampleFormat = pixels.colors.sampleFormat
                return demand
            }
        }

        /// The bytes of blocks and filters that dav1d keeps for each pixel of a frame; 0.5 were
        /// measured.
        private static let decoderBytesPerPixel = 1
    }
#endif
