#if GIF
    import WebImageCoding
    import WebImagePixels

    /// A rectangle of indices and the colours they stand for.
    struct GIFPicture {
        /// Where it lies on the canvas.
        let rect: PixelRect
        /// Its colours.
        let table: GIFTable
        /// Whether it would have kept all its colours without an index for transparency.
        let lacksOneColor: Bool
        /// Whether every pixel kept its colour.
        let isExact: Bool
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
            let lines = rect.y..<rect.y + rect.size.height
            for y in lines {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                counter.add(row(y).span.extracting(columns))
            }
            let isTransparent = needsTransparency || counter.hasTransparency
            if let shared, let exact = counter.exact, shared.serves(exact, isTransparent) {
                table = shared
            } else {
                let count = min(quality.colorCount, isTransparent ? 255 : 256)
                let palette = Palette(of: counter, count: count, rounds: quality.rounds)
                table = GIFTable(palette.colors, hasTransparency: isTransparent)
            }
            isExact = (counter.exact?.count ?? .max) <= table.colors.count
            var mapper = PaletteMapper(
                Palette(colors: table.colors, isExact: isExact), width: rect.size.width,
                transparentIndex: table.transparentIndex ?? 0, dithers: quality.dithers)
            var indices = [UInt8](repeating: 0, count: rect.size.area)
            for y in lines {
                if y & 63 == 0, Task.isCancelled { throw .cancelled }
                mapper.map(
                    row(y).span.extracting(columns), into: &indices,
                    at: (y - rect.y) * rect.size.width)
            }
            lacksOneColor = !isExact && isTransparent && counter.exact?.count == quality.colorCount
            self.rect = rect
            self.indices = indices
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
            for index in 0..<outer.size.height {
                if index & 63 == 0, Task.isCancelled { throw .cancelled }
                let y = isInterlaced ? GIFInterlace.row(index, of: outer.size.height) : index
                var row = [UInt8](
                    repeating: table.transparentIndex ?? 0, count: outer.size.width)
                let inner = outer.y + y - rect.y
                if inner >= 0, inner < rect.size.height {
                    let start = inner * rect.size.width
                    row.replaceSubrange(
                        (rect.x - outer.x)..<(rect.x - outer.x + rect.size.width),
                        with: indices[start..<start + rect.size.width])
                }
                try writer.write(&row)
            }
        }
    }

    extension GIFTable {
        /// Whether it has all of `colors`, and transparency if that is needed.
        fileprivate func serves(_ colors: [UInt32], _ needsTransparency: Bool) -> Bool {
            let mine = Set(self.colors)
            return (transparentIndex != nil || !needsTransparency)
                && colors.allSatisfy(mine.contains)
        }
    }
#endif
