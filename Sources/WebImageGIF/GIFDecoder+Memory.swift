#if GIF
    public import WebImageCoding
    import WebImagePixels

    extension GIFDecoder {
        /// Returns the memory of the canvas, of one to restore and of a frame; a still image may
        /// need less.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard bytes.byteCount >= 10 else { return nil }
            let size = bytes.withUnsafeBytes { bytes in
                PixelSize(
                    width: Int(bytes[7]) << 8 | Int(bytes[6]),
                    height: Int(bytes[9]) << 8 | Int(bytes[8]))
            }
            guard !size.isEmpty else { return nil }
            return MemoryDemand(size: size, byteCount: size.area * 9 + 256 << 10)
        }
    }
#endif
