#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// The number of samples that are decoded for derived images, such as grids.
    ///
    /// libheif decodes an image once for each reference, within one call. A file of 12 kB that
    /// declares 64 × 64 pixels, and overlays an image of nine megapixels a thousand times, took
    /// minutes.
    struct HEIFDecodedSamples {
        /// The sources of each derived item (`dimg`; ISO/IEC 23008-12, section 6.4.4).
        private var parts: [Int: [Int]] = [:]
        /// The area of the largest image in the properties of each item.
        private var areas: [Int: Int] = [:]
        private let largestArea: Int

        /// The fixed cost of decoding an image, in pixels.
        private static let leastWork = 1 << 12
        /// The samples of a pixel: in its planes, and in the canvas that they are copied to.
        private static let samplesPerPixel = 4

        /// - Parameter streamArea: The area of the largest image declared within a stream.
        init(_ bytes: RawSpan, meta: Range<Int>, streamArea: Int) throws(CodecError) {
            let properties = try MediaProperties(bytes, meta: meta)
            let areas = properties.boxes.map { bytes.area(ofProperty: $0) }
            largestArea = max(streamArea, areas.max() ?? 0)
            for (item, indices) in properties.items {
                self.areas[item] = indices.reduce(streamArea) { max($0, areas[$1]) }
            }
            for reference in try bytes.itemReferences(in: meta)
            where bytes.has("dimg", at: reference.typeOffset) {
                parts[reference.source, default: []] += reference.targets
            }
        }

        /// Rejects images that are decoded too often.
        func check(_ limits: DecodeLimits) throws(CodecError) {
            var tree = MediaTree(parts)
            for item in parts.keys {
                let work = try tree.cost(of: item) { item in
                    guard parts[item] == nil else { return 0 }
                    return DecodeLimits.product(
                        max(areas[item] ?? largestArea, Self.leastWork), Self.samplesPerPixel)
                }
                try limits.check(samples: work, of: "the parts of a derived image")
            }
        }
    }

    extension RawSpan {
        /// Returns the area of the image that a property declares; 0 if it declares none.
        fileprivate func area(ofProperty box: MediaBox) -> Int {
            if has("hvcC", at: box.typeOffset) {
                return HEVCSizes.sizes(in: self, box.body).map(\.area).max() ?? 0
            }
            guard has("ispe", at: box.typeOffset),
                let width = u32(at: box.body.lowerBound + 4, .big),
                let height = u32(at: box.body.lowerBound + 8, .big)
            else { return 0 }
            return PixelSize(width: Int(width), height: Int(height)).area
        }
    }
#endif
