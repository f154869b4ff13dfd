#if HEIF
    import CHEIFShim
    import WebImageCoding
    import WebImagePixels

    /// The coded pictures that libheif will decode for one picture, in its order.
    ///
    /// libheif joins the cells of a grid, and colours with their alpha, in memory that it does not
    /// clear, and trusts the sizes that the header tells: a grid with a gap shows what the memory held
    /// before, and an alpha plane that is too small is read beyond its end. So every size is known
    /// before, and the decoder plug-in refuses a coded picture that has another one.
    struct HEIFPlan {
        /// Coded pictures of one size in a row; a width of 0 stands for any size.
        private(set) var runs: [CHEIFRun] = []
        private let tables: HEIFTables

        /// The most levels of pictures that are made of others.
        private static let maxHeight = 8
        /// Most coded pictures of one picture: a grid of grids has no use.
        private static let mostPictures = 1 << 17

        /// Plans a picture, and its alpha where it has one.
        ///
        /// - Throws: `CodecError.damaged` if the header leaves part of the picture open.
        init(_ tables: HEIFTables, of item: Int, alpha: Int?) throws(CodecError) {
            self.tables = tables
            guard let alpha else {
                let isCoded = tables.items[item]?.isDerived != true
                // A coded picture alone is as large as its stream says.
                try add(item, level: 0, isAnySize: isCoded)
                return
            }
            try checkShapes(of: item, alpha)
            try add(item, level: 0)
            try add(alpha, level: 0)
        }

        /// Refuses an alpha plane that may get another shape than its colours.
        private func checkShapes(of item: Int, _ alpha: Int) throws(CodecError) {
            guard let colours = tables.items[item], let alpha = tables.items[alpha],
                !colours.has("iden"), !alpha.has("iden")
            else { throw .unsupported(.heic, "alpha of a picture that is made of another one") }
            // libheif pairs them if their sizes after turns and crops are the same; what a crop leaves
            // depends on more than the size that it tells.
            guard
                !(colours.isCropped || alpha.isCropped)
                    || colours.size == alpha.size && colours.transforms == alpha.transforms
            else { throw .damaged(.heic, "alpha is cropped in another way than its colours") }
        }

        private mutating func add(
            _ item: Int, level: Int, isCropped: Bool = false, isAnySize: Bool = false
        ) throws(CodecError) {
            guard level < Self.maxHeight else { throw .limit("pictures made of others too deep") }
            guard let known = tables.items[item] else {
                throw .damaged(.heic, "item \(item) is missing")
            }
            guard !isCropped || !known.isCropped else {
                throw .unsupported(.heic, "a picture that is cropped twice")
            }
            guard known.isDerived else {
                guard known.has("hvc1") else {
                    throw .unsupported(.heic, "a picture neither coded in HEVC nor a grid")
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
                throw .damaged(.heic, "item \(item) is made of \(parts.count) others, not one")
            }
            for part in parts {
                try add(part, level: level + 1, isCropped: isCropped || known.isCropped)
            }
        }

        /// Appends a coded picture, of any size for nil.
        private mutating func append(_ size: PixelSize?) throws(CodecError) {
            let (width, height) = (UInt32(size?.width ?? 0), UInt32(size?.height ?? 0))
            if let last = runs.indices.last, runs[last].width == width, runs[last].height == height
            {
                guard runs[last].count < Self.mostPictures else {
                    throw .limit("more than \(Self.mostPictures) coded pictures in one")
                }
                runs[last].count += 1
            } else {
                runs.append(CHEIFRun(width: width, height: height, count: 1))
            }
        }

        /// Checks that the cells of a grid leave no gap (ISO/IEC 23008-12, section 6.6.2.3).
        private func checkGrid(
            _ item: Int, _ known: HEIFTables.Item, _ cells: [Int]
        ) throws(CodecError) {
            guard let data = tables.data[item],
                let size = data.span.bytes.gridSize, size == known.size,
                let first = cells.first.flatMap({ tables.items[$0]?.size })
            else { throw .damaged(.heic, "the size of a grid is in doubt") }
            for cell in cells {
                guard let cell = tables.items[cell], cell.size == first, !cell.isDerived,
                    !cell.isCropped, cell.transforms.isEmpty || first.width == first.height
                else { throw .damaged(.heic, "the cells of a grid differ") }
            }
            let (rows, columns) = (Int(data[2]) + 1, Int(data[3]) + 1)
            guard cells.count == rows * columns, first.width * columns >= size.width,
                first.height * rows >= size.height
            else { throw .damaged(.heic, "the cells of a grid leave part of it open") }
            // libheif writes beyond a plane if a cell begins in the middle of a colour sample.
            guard cells.count == 1 || first.width % 2 == 0 && first.height % 2 == 0 else {
                throw .unsupported(.heic, "a grid of cells with odd sides")
            }
        }
    }

    extension RawSpan {
        /// Returns the size that the data of a grid tells.
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

    extension HEIFTables.Item {
        /// `true` if the item is of the type with these four letters.
        fileprivate func has(_ type: String) -> Bool { self.type.elementsEqual(type.utf8) }

        /// `true` if the picture is made of others.
        fileprivate var isDerived: Bool { has("grid") || has("iden") }
    }
#endif
