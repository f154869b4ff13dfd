#if GIF
    public import WebImageCoding
    import WebImagePixels

    extension GIFDecoder {
        /// Returns the memory of the canvas, of one to restore and of a frame; a still image may
        /// need less.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            var structure = GIFStructure(limits: options.limits)
            bytes.withUnsafeBytes { try? structure.read($0) }
            let size = structure.canvas
            guard !size.isEmpty else { return nil }
            return MemoryDemand(size: size, byteCount: size.area * 9 + 256 << 10)
        }
    }
#endif
