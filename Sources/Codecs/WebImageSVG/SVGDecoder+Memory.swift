#if SVG
    public import WebImageCoding
    import WebImagePixels

    extension SVGDecoder {
        /// Returns the memory of the image, three layers and the text's tree; with a box, without
        /// reading the text.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard (try? check(isOwnMarkup: options.isOwnMarkup)) != nil else { return nil }
            let text = 8 * SVGText.statedSize(of: bytes)
            if let box = options.downsampling.box, !box.isEmpty,
                max(box.width, box.height) <= DecodeLimits.maxSide
            {
                return MemoryDemand(size: box, byteCount: box.area * 16 + text)
            }
            guard let drawing = try? SVGDrawing(of: bytes, limits: options.limits) else {
                return nil
            }
            let size = options.downsampling.scaledSize(of: drawing.size, isVector: true)
            guard max(size.width, size.height) <= DecodeLimits.maxSide else { return nil }
            return MemoryDemand(
                size: drawing.size, byteCount: size.area * 16 + text)
        }
    }
#endif
