#if GIF
    public import WebImageCoding
    import WebImagePixels

    extension GIFDecoder {
        /// The canvas, the one that a frame may be undone to, and a frame; whether a still gets along
        /// with less is not known by the header alone.
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
