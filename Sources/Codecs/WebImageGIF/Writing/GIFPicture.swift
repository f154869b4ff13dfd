#if GIF
    import WebImageCoding
    import WebImagePixels

    /// A rectangle of indices and its colour table.
    struct GIFPicture {
        /// The position on the canvas.
        let rect: PixelRect
        let table: GIFTable
        /// `true` if every pixel kept its colour.
        let isExact: Bool
        /// `true` if only the transparent index prevented keeping all colours.
        let lacksOneColor: Bool
        private let indices: [UInt8]

        /// Chooses the colours of a rectangle and an index for each pixel.
        ///
        /// - Parameters:
        ///   - needsTransparency: `true` to add a transparent index even without such pixels.
        ///   - shared: A table to use if it has all colours.
        ///   - row: Returns the pixels of a canvas row, 0 for transparent ones.
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

        /// Writes the rows, surrounded by transparent indices up to `outer`.
        ///
        /// - Throws: `CodecError.encoding` if giflib fails, or `CodecError.cancelled`.
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
        /// Creates the table of counted colours: `shared` if it has all of them.
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

        /// Returns `true` if the table has all `colors`, and transparency if needed.
        private func serves(_ colors: [UInt32], _ needsTransparency: Bool) -> Bool {
            let mine = Set(self.colors)
            return (transparentIndex != nil || !needsTransparency)
                && colors.allSatisfy(mine.contains)
        }
    }
#endif
