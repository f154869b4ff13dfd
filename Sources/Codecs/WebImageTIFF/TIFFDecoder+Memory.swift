#if TIFF
    public import WebImageCoding
    import WebImagePixels

    extension TIFFDecoder {
        /// Returns the memory of the bitmap or of the rows that are scaled, of a strip or tile, and
        /// of the library that inflates it.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            bytes.withUnsafeBytes { buffer in
                guard
                    let reader = try? TIFFReader(
                        buffer, page: options.page, limits: options.limits)
                else { return nil }
                let (size, model) = (reader.storedSize, TIFFModel(reader.directory))
                let format = reader.sampleFormat(options, reader.light(options))
                let target = options.downsampling.reducedSize(of: size, reader.orientation)
                guard TIFFBands.isSound(reader.directory, model),
                    let buffers = TIFFBands.byteCount(
                        of: reader.directory, model, as: format, isReduced: target != nil)
                else { return nil }
                let pixels = TIFFPicture.byteCount(of: size, reduced: target, as: format)
                var demand = MemoryDemand(
                    size: size,
                    byteCount: pixels + buffers + TIFFStreams.memory(of: reader.directory),
                    turns: reader.orientation != .up)
                demand.sampleFormat = format
                return demand
            }
        }
    }
#endif
