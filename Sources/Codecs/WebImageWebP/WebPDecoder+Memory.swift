#if WebP
    public import WebImageCoding
    import WebImagePixels

    extension WebPDecoder {
        /// Returns the memory of the decoded bitmap and of the library's buffers, or for an
        /// animation of canvas, frame and library.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let file = try? WebPFile(bytes, limits: options.limits) else { return nil }
            let (size, rows) = (file.features.size, 200 * file.features.size.width + 256 << 10)
            let upright = file.orientation.upright(size)
            guard file.container.frames.isEmpty else {
                return MemoryDemand(size: upright, byteCount: size.area * 13 + rows)
            }
            let plan = try? WebPPlan(still: file, byteCount: bytes.byteCount, options: options)
            guard let plan else { return nil }
            // VP8L keeps the whole image, VP8 only the alpha plane and its decompression buffers.
            let library = plan.isLossless ? 4 : plan.hasAlpha ? 5 : 0
            let bitmap = plan.size.area * plan.format.bytesPerPixel
            var demand = MemoryDemand(
                size: upright, byteCount: bitmap + size.area * library + rows,
                turns: file.orientation != .up)
            demand.sampleFormat = plan.format
            return demand
        }
    }
#endif
