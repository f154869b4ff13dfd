#if GIF
    import WebImageCoding
    import WebImagePixels

    /// A rectangle of indices and the colours they stand for.
    struct GIFPicture {
        /// Where it lies on the canvas.
        let rect: PixelRect
        /// Its colours.
        let table: GIFTable
        /// Whether every pixel kept its colour.
        let isExact: Bool
        /// Whether it would have kept all its colours without an index for transparency.
        let lacksOneColor: Bool
        private let indices: [UInt8]

        /// Finds the colours of a rectangle, and an index for each pixel.
        ///
        /// - Parameters:
        ///   - needsTransparency: Whether an index for transparency is needed even without such pixels.
        ///   - shared: A table to use where it has all colours.
        ///   - row: The pixels of a row of the canvas, 0 for what is to be transparent.
        /// - Throws: `CodecError.cancelled`.
        init(
            _ rect: PixelRect, quality: GIFQuality, needsTransparency: Bool = false,
            shared: GIFTable? = nil, row: (Int) -> [UInt32]
        ) throws(CodecError) {
            var counter = ColorCounter()
            let columns = rect.x..<rect.x + rect.size.width
            for y in rect.y..<rect.y + rect.size.height {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                counter.add(row(y).span.extracting(columns))
            }
            let isTransparent = needsTransparency || counter.hasTransparency
            table = GIFTable(
                of: counter, quality: quality, hasTransparency: isTransparent, shared: shared)
            let count = counter.exact?.count ?? .max
            isExact = count <= table.colors.count
            lacksOneColor = !isExact && isTransparent && count == quality.colorCount
            self.rect = rect
            indices = try Self.indices(
                of: rect, table: table, isExact: isExact, dithers: quality.dithers, row: row)
        }

        private static func indices(
            of rect: PixelRect, table: GIFTable, isExact: Bool, dithers: Bool,
            row: (Int) -> [UInt32]
        ) throws(CodecError) -> [UInt8] {
            var mapper = PaletteMapper(
                Palette(colors: table.colors, isExact: isExact), width: rect.size.width,
                transparentIndex: table.transparentIndex ?? 0, dithers: dithers)
            let columns = rect.x..<rect.x + rect.size.width
            try CodecError.requireMemory(rect.size.area)
            var result = [UInt8](repeating: 0, count: rect.size.area)
            for y in 0..<rect.size.height {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                mapper.map(
                    row(rect.y + y).span.extracting(columns), into: &result,
                    at: y * rect.size.width)
            }
            return result
        }

        /// Writes the rows; around them, up to `outer`, the index for transparency.
        ///
        /// - Throws: `CodecError.encoding` when giflib refuses, or `CodecError.cancelled`.
        func write(
            to writer: GIFWriter, outer: PixelRect, shared: GIFTable, isInterlaced: Bool
        ) throws(CodecError) {
            try writer.begin(
                outer, palette: table.colors == shared.colors ? nil : table,
                isInterlaced: isInterlaced)
            let columns = (rect.x - outer.x)..<(rect.x - outer.x + rect.size.width)
            for index in 0..<outer.size.height {
                if index & 63 == 0, Task.isCancelled { throw .cancelled }
                let y = isInterlaced ? GIFInterlace.row(index, of: outer.size.height) : index
                var row = [UInt8](repeating: table.transparentIndex ?? 0, count: outer.size.width)
                let inner = outer.y + y - rect.y
                if inner >= 0, inner < rect.size.height {
                    let start = inner * rect.size.width
                    row.replaceSubrange(columns, with: indices[start..<start + rect.size.width])
                }
                try writer.write(&row)
            }
        }
    }

    extension GIFTable {
        /// The table of counted colours: `shared` if it has all of them.
        fileprivate init(
            of counter: ColorCounter, quality: GIFQuality, hasTransparency: Bool, shared: GIFTable?
        ) {
            if let shared, let exact = counter.exact, shared.serves(exact, hasTransparency) {
                self = shared
                return
            }
            let count = min(quality.colorCount, hasTransparency ? 255 : 256)
            let palette = Palette(of: counter, count: count, rounds: quality.rounds)
            self.init(palette.colors, hasTransparency: hasTransparency)
        }

        /// Whether it has all of `colors`, and transparency if that is needed.
        private func serves(_ colors: [UInt32], _ needsTransparency: Bool) -> Bool {
            let mine = Set(self.colors)
            return (transparentIndex != nil || !needsTransparency)
                && colors.allSatisfy(mine.contains)
        }
    }
#endif
