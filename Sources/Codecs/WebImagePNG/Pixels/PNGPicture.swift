#if PNG
    import CPNGShim
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one image with libpng into a bitmap or a scaler.
    ///
    /// It is a class because C calls back with its address for each row.
    final class PNGPicture {
        /// The number of rows decoded so far, in all passes.
        private(set) var rowCount = 0
        /// A number that rises with each row that can be shown.
        var revision: Int { isReduced ? finishedCount : rowCount }
        /// `true` if all rows are decoded.
        var hasAllRows: Bool { rowCount == passes.rowCount }
        private let size: PixelSize
        private let passes: PNGPasses
        private let reader: PNGReader
        private let format: PixelFormat
        private let mapping: PNGMapping?
        private let isOpaque: Bool
        private var bitmap: Bitmap?
        private var scaler: RowScaler?
        private var deepScaler: DeepRowScaler?
        private let isReduced: Bool
        /// A row buffer for the scaler, or for pixels that are not contiguous in the bitmap.
        private var line: Bitmap?
        private var finishedCount = 0
        private var pass = 0
        private var row = 0

        /// Creates the decoding of an image of `size`, otherwise as in the file's header.
        ///
        /// - Parameters:
        ///   - target: The size to reduce the image to; nil to keep its own.
        ///   - coverage: The part of the image that the target covers.
        ///   - mapping: The conversion of rows; nil to take samples of 8 bits as they are.
        /// - Precondition: The limits have been checked.
        init(
            _ file: PNGFile, size: PixelSize, target: PixelSize?,
            covering coverage: Coverage = Coverage(), colorSpace: ColorSpace, mapping: PNGMapping?
        ) throws(CodecError) {
            let isInterlaced = file.header?.isInterlaced == true
            self.size = size
            self.mapping = mapping
            passes = PNGPasses(size: size, isInterlaced: isInterlaced)
            reader = try PNGReader(chunks: file.chunks(size: size), maxChunk: 1 << 20)
            format = try reader.start(inflater: file.inflater, isDeep: mapping != nil)
            isOpaque = !file.hasAlpha
            isReduced = target != nil
            let samples = mapping?.samples ?? .bgra8
            let bits = file.significantBits ?? samples.mostBits
            switch (target, samples) {
            case (let target?, .bgra8):
                scaler = try RowScaler(
                    decoding: size, to: target, covering: coverage, colorSpace: colorSpace,
                    isOpaque: isOpaque)
            case (let target?, .rgba16), (let target?, .rgbaHalf):
                deepScaler = try DeepRowScaler(
                    decoding: size, to: target, covering: coverage, colorSpace: colorSpace,
                    isOpaque: isOpaque, significantBits: bits)
            case (nil, _):
                bitmap = try Bitmap(
                    decoding: size, as: samples, colorSpace: colorSpace, isOpaque: isOpaque)
                bitmap?.significantBits = bits
            }
            if isInterlaced || isReduced {
                line = Bitmap(size: PixelSize(width: size.width, height: 1), as: samples)
            }
        }

        /// Decodes the next bytes of the zlib stream.
        func take(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            // A preview may share the storage.
            try bitmap?.makeUnique()
            let context = Unmanaged.passUnretained(self).toOpaque()
            try reader.take(
                bytes,
                row: { context, pixels, row, pass in
                    Unmanaged<PNGPicture>.fromOpaque(context).takeUnretainedValue()
                        .put(pixels, row: Int(row), pass: Int(pass))
                }, context: context)
        }

        /// Returns the complete image.
        ///
        /// - Throws: `CodecError.truncated` if rows are missing, `CodecError.damaged` if their
        ///   checksum is wrong.
        func finish() throws(CodecError) -> Bitmap {
            guard hasAllRows else {
                throw .truncated(
                    .png, "expected \(passes.rowCount) rows of pixels, found \(rowCount)")
            }
            guard reader.isSound else {
                throw .damaged(.png, "the checksum of the compressed pixels is wrong")
            }
            guard var whole = picture else {
                throw .limit("not enough memory for \(size)")
            }
            let most = whole.sampleFormat.mostBits
            if whole.sampleFormat == .rgba16, whole.significantBits < most, !isReduced,
                !whole.holdsSignificantBits
            {
                whole.significantBits = most
            }
            return whole
        }

        /// Returns the content decoded so far; the rest is transparent.
        func preview() -> Bitmap? {
            guard revision > 0 else { return nil }
            guard var bitmap = picture else { return nil }
            if rowCount < passes.rowCount { bitmap.isOpaque = false }
            if bitmap.size != size { return bitmap }
            guard line != nil, bitmap.tryMakeUnique() else { return bitmap }
            switch bitmap.sampleFormat {
            case .bgra8: spread(&bitmap, UInt32.self)
            case .rgba16, .rgbaHalf: spread(&bitmap, UInt64.self)
            }
            return bitmap
        }

        /// The bitmap of the rows so far.
        private var picture: Bitmap? { bitmap ?? scaler?.result ?? deepScaler?.result }

        private func put(_ pixels: UnsafePointer<UInt8>, row: Int, pass: Int) {
            rowCount += 1
            (self.row, self.pass) = (row, pass)
            if line == nil {
                let width = size.width
                let stride = bitmap?.bytesPerRow ?? 0
                bitmap?.withUnsafeMutableRows { convert(pixels, into: $0 + row * stride, width) }
            } else {
                let width = passes.width(of: pass)
                line?.withUnsafeMutableRows { convert(pixels, into: $0, width) }
                if isReduced {
                    reduce()
                } else if mapping?.samples == .rgba16 {
                    scatter(width, UInt64.self)
                } else {
                    scatter(width, UInt32.self)
                }
            }
        }

        @inline(__always)
        private func convert(
            _ pixels: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, _ count: Int
        ) {
            guard let mapping else {
                return Convert.premultiplied(
                    from: pixels, as: format, into: target, count: count)
            }
            // Safe because such rows have samples of 16 bits, aligned by libpng.
            UnsafeRawPointer(pixels).withMemoryRebound(
                to: UInt16.self, capacity: count * format.bytesPerPixel
            ) { samples in
                switch mapping.samples {
                case .bgra8: mapping.map(samples, format, into: target, count: count)
                case .rgba16, .rgbaHalf:
                    // Safe because the bitmap has such rows.
                    UnsafeMutableRawPointer(target).withMemoryRebound(
                        to: UInt16.self, capacity: count * 4
                    ) { mapping.widen(samples, format, into: $0, count: count) }
                }
            }
        }

        private func reduce() {
            if mapping?.samples == .rgba16 {
                line?.withDeepRows { deepScaler?.append($0) }
            } else {
                line?.withUnsafeRows { scaler?.append($0) }
            }
            finishedCount = scaler?.finishedCount ?? deepScaler?.finishedCount ?? 0
        }

        /// Copies the pixels of `line` to their positions in the current pass.
        private func scatter<Pixel: BitwiseCopyable>(_ width: Int, _: Pixel.Type) {
            let pass = passes[pass]
            let y = pass.y + row * pass.stepY
            let stride = bitmap?.bytesPerRow ?? 0
            line?.withUnsafeRows { line in
                bitmap?.withUnsafeMutableRows { rows in
                    let source = UnsafeRawPointer(line).assumingMemoryBound(to: Pixel.self)
                    let target = UnsafeMutableRawPointer(rows + y * stride)
                        .assumingMemoryBound(to: Pixel.self)
                    for x in 0..<width { target[pass.x + x * pass.stepX] = source[x] }
                }
            }
        }

        /// Copies known pixels over the unknown ones of their blocks.
        private func spread<Pixel: BitwiseCopyable>(_ bitmap: inout Bitmap, _: Pixel.Type) {
            let whole = passes.grid(after: rowCount == passes.rowCount ? pass : pass - 1)
            let (part, edge) = (passes.grid(after: pass), passes[pass].y + row * passes[pass].stepY)
            let (size, stride) = (size, bitmap.bytesPerRow)
            bitmap.withUnsafeMutableRows { rows in
                let base = UnsafeMutableRawPointer(rows)
                for y in 0..<size.height {
                    guard let fine = part,
                        let grid = y / fine.height * fine.height <= edge ? fine : whole
                    else { continue }
                    let from = (base + y / grid.height * grid.height * stride)
                        .assumingMemoryBound(to: Pixel.self)
                    let to = (base + y * stride).assumingMemoryBound(to: Pixel.self)
                    for x in 0..<size.width { to[x] = from[x / grid.width * grid.width] }
                }
            }
        }
    }
#endif
