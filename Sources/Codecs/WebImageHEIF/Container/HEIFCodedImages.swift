#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// The coded images that libheif will decode for one image, in its order.
    ///
    /// libheif joins the cells of a grid, and colours with their alpha, in memory that it does not
    /// clear. It also trusts the sizes in the headers. A grid with a gap would show previous memory
    /// contents, and an alpha plane that is too small would be read past its end. So every size is
    /// determined here, and the decoder plug-in rejects a coded image of another size.
    struct HEIFCodedImages {
        /// Consecutive coded images of equal size; a width of 0 allows any size.
        private(set) var runs: [CHEIFRun] = []
        /// The number of coded images of colours, which precede the images of alpha.
        private(set) var colorCount = 0
        private let tables: HEIFItems

        /// The maximum nesting depth of derived images.
        private static let maxHeight = 8
        /// The maximum number of coded images in one image.
        private static let mostPictures = 1 << 17

        /// Plans an image and its alpha, if any.
        ///
        /// - Throws: `CodecError.damaged` if the headers leave part of the image undefined.
        init(_ tables: HEIFItems, of item: Int, alpha: Int?) throws(CodecError) {
            self.tables = tables
            guard let alpha else {
                let isCoded = tables.items[item]?.isDerived != true
                // A single coded image has the size of its stream.
                try add(item, level: 0, isAnySize: isCoded)
                colorCount = pictureCount
                return
            }
            try checkShapes(of: item, alpha)
            try add(item, level: 0)
            colorCount = pictureCount
            try add(alpha, level: 0)
        }

        private var pictureCount: Int { runs.reduce(0) { $0 + Int($1.count) } }

        /// Rejects an alpha plane whose shape may differ from its colours'.
        private func checkShapes(of item: Int, _ alpha: Int) throws(CodecError) {
            guard let colours = tables.items[item], let alpha = tables.items[alpha],
                !colours.has("iden"), !alpha.has("iden")
            else { throw .unsupported(.heic, "alpha of a derived image") }
            // libheif requires equal sizes after rotation and crop, but the result of a crop
            // depends on more than the declared size.
            guard
                !(colours.isCropped || alpha.isCropped)
                    || colours.size == alpha.size && colours.transforms == alpha.transforms
            else { throw .damaged(.heic, "the crop of alpha differs from the crop of the colours") }
        }

        private mutating func add(
            _ item: Int, level: Int, isCropped: Bool = false, isAnySize: Bool = false
        ) throws(CodecError) {
            guard level < Self.maxHeight else {
                throw .limit("derived images nested more than \(Self.maxHeight) deep")
            }
            guard let known = tables.items[item] else {
                throw .damaged(.heic, "item \(item) is missing")
            }
            guard !isCropped || !known.isCropped else {
                throw .unsupported(.heic, "an image that is cropped twice")
            }
            guard known.isDerived else {
                guard known.has("hvc1") else {
                    throw .unsupported(.heic, "an image that is neither HEVC nor a grid")
                }
                guard isAnySize || known.size?.isEmpty == false else {
                    throw .damaged(.heic, "item \(item) has no size")
                }
                try append(isAnySize ? nil : known.size)
                return
            }
            let parts = tables.parts[item] ?? []
            if known.has("grid") { try checkGrid(item, known, parts) }
            guard known.has("grid") || parts.count == 1 else {
                throw .damaged(
                    .heic, "item \(item) is derived from \(parts.count) items, expected one")
            }
            for part in parts {
                try add(part, level: level + 1, isCropped: isCropped || known.isCropped)
            }
        }

        /// Appends a coded image; nil allows any size.
        private mutating func append(_ size: PixelSize?) throws(CodecError) {
            let (width, height) = (UInt32(size?.width ?? 0), UInt32(size?.height ?? 0))
            if let last = runs.indices.last, runs[last].width == width, runs[last].height == height
            {
                guard runs[last].count < Self.mostPictures else {
                    throw .limit("more than \(Self.mostPictures) coded images in one image")
                }
                runs[last].count += 1
            } else {
                runs.append(CHEIFRun(width: width, height: height, count: 1))
            }
        }

        /// Checks that the cells of a grid leave no gap (ISO/IEC 23008-12, section 6.6.2.3).
        private func checkGrid(
            _ item: Int, _ known: HEIFItems.Item, _ cells: [Int]
        ) throws(CodecError) {
            guard let data = tables.data[item],
                let size = data.span.bytes.gridSize, size == known.size,
                let first = cells.first.flatMap({ tables.items[$0]?.size })
            else { throw .damaged(.heic, "the size of a grid is missing or contradictory") }
            for cell in cells {
                guard let cell = tables.items[cell], cell.size == first, !cell.isDerived,
                    !cell.isCropped, cell.transforms.isEmpty || first.width == first.height
                else {
                    throw .damaged(
                        .heic, "the cells of a grid differ in size or are themselves derived")
                }
            }
            let (rows, columns) = (Int(data[2]) + 1, Int(data[3]) + 1)
            guard cells.count == rows * columns, first.width * columns >= size.width,
                first.height * rows >= size.height
            else { throw .damaged(.heic, "the cells of a grid do not cover it") }
            // libheif writes past a plane if a cell begins within a subsampled chroma sample.
            guard cells.count == 1 || first.width % 2 == 0 && first.height % 2 == 0 else {
                throw .unsupported(.heic, "a grid of cells with an odd width or height")
            }
        }
    }

    extension RawSpan {
        /// The size in the data of a grid.
        fileprivate var gridSize: PixelSize? {
            guard let flags = u8(at: 1) else { return nil }
            let (width, height) =
                flags & 1 == 1
                ? (u32(at: 4, .big).map { Int($0) }, u32(at: 8, .big).map { Int($0) })
                : (u16(at: 4, .big).map { Int($0) }, u16(at: 6, .big).map { Int($0) })
            guard let width, let height else { return nil }
            return PixelSize(width: width, height: height)
        }
    }

    extension HEIFItems.Item {
        /// Returns `true` if the item has this type of four letters.
        fileprivate func has(_ type: String) -> Bool { self.type.elementsEqual(type.utf8) }

        /// `true` if the image is derived from others.
        fileprivate var isDerived: Bool { has("grid") || has("iden") }
    }
#endif
