import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

extension PictureDecoder {
    /// Estimates the bytes for decoding, transforming and encoding; nil if decoding will fail at
    /// the header.
    ///
    /// Runs on the decode executor, before ``run(_:decoder:begun:onIgnored:)``.
    ///
    /// - Parameter encodingByteCount: The bytes for each pixel of the result that an encoder takes
    ///   besides it.
    func demand(
        _ encoded: EncodedImage, decoder: (any ImageDecoder)?, then transforms: TransformChain,
        encodingByteCount: Int? = nil
    ) -> Int? {
        guard let decoder = decoder ?? encoded.format.flatMap({ try? codecs.decoder(for: $0) }),
            let demand = encoded.bytes.withSpan({
                decoder.memoryDemand(of: $0, options: decodeOptions(for: encoded.format))
            }),
            // A picture over the limit is refused by the decoder, and need not wait for memory.
            demand.size.area <= limits.maxPixels
        else { return nil }
        let isVector = encoded.format == .svg
        // Scaling and turning each make a new bitmap beside the former one.
        var (size, copies) = Downsampling(options).demand(of: demand, isVector: isVector)
        let most = min(limits.maxBytes, AdmissionQueue.maxAmount)
        let map = min(
            gainMapByteCount(of: encoded, decoder, demand.size, as: size),
            AdmissionQueue.maxAmount)
        let format = options.pixelDepth == .hdr && map > 0 ? .rgbaHalf : demand.sampleFormat
        // Light is made beside the samples.
        if options.pixelDepth == .hdr, format != .bgra8 { copies += 1 }
        let result = min(Bitmap.byteCount(of: size, as: format), most)
        // A library may take more than the limit of pixels.
        let decoding = min(demand.byteCount, AdmissionQueue.maxAmount) + copies * result + map
        let made = max(decoding, transforms.byteCount(from: size, as: format))
        guard let encodingByteCount else { return made }
        let last = transforms.transforms.reduce(size) { $1.resultSize(of: $0) }
        let final = min(Bitmap.byteCount(of: last, as: format), most)
        return max(
            made,
            final + map + min(last.area, most) * encodingByteCount * format.bytesPerPixel / 4)
    }
}

extension PictureDecoder {
    /// Estimates the memory of decoding and moving a gain map; 0 if none is wanted.
    private func gainMapByteCount(
        of encoded: EncodedImage, _ decoder: any ImageDecoder, _ size: PixelSize,
        as result: PixelSize
    ) -> Int {
        guard keepsGainMap || appliesGainMap else { return 0 }
        // The size is stored or upright.
        let maps = [size, size.transposed].lazy.compactMap { size -> GainMap? in
            let reading = GainMapReading(of: encoded, size: size, exif: nil)
            return if case .map(let map) = reading { map } else { nil }
        }
        guard let map = maps.first else { return 0 }
        // The relation to the base stays.
        let share = Double(map.size.area) / Double(max(size.area, 1))
        let moved = Double(3 * min(Bitmap.byteCount(of: result), limits.maxBytes)) * share
        return Int(moved)
            + GainMapDecoder(map, of: ImageMetadata(size: size), decoder, limits)
            .demand(in: encoded)
    }
}

extension TransformChain {
    /// Estimates the memory of the transforms of a picture, the picture included.
    func byteCount(from size: PixelSize, as format: SampleFormat) -> Int {
        let source = min(Bitmap.byteCount(of: size, as: format), Self.mostResultBytes)
        var (size, former, most) = (size, source, source)
        for transform in transforms {
            let resultSize = transform.resultSize(of: size)
            let scratch = Self.scratchByteCount(
                of: transform, from: size, to: resultSize, as: format)
            size = resultSize
            let result = Bitmap.byteCount(of: size, as: format)
            // The result will be refused, and no transform follows.
            guard result <= Self.mostResultBytes else { break }
            // The source, the former result, the result, and one in between.
            most = max(most, source + former + 2 * result + scratch)
            former = result
        }
        return most
    }
}
