#if TIFF
    import CTIFFShim
    import WebImageCoding
    import WebImagePixels

    /// The rows of a page, in bands of as many as must be decoded at once.
    struct TIFFBands {
        /// The number of rows in a band; the last one may have fewer.
        let height: Int
        private let directory: CTIFFDirectory
        /// The bytes of a pixel of the bitmap.
        private let bytesPerPixel: Int
        private let rows: TIFFRows?
        private let buffer: TIFFBuffer
        private let way: Way

        /// The form in which libtiff returns pixels.
        private enum Way {
            /// Single rows with interleaved samples.
            case rows
            /// Whole strips or tiles with interleaved samples.
            case blocks
            /// Whole strips or tiles of each plane.
            case planes
            /// Whole strips or tiles, converted by libtiff.
            case converted
        }

        private static let rowsAtOnce = 64

        init(
            _ reader: borrowing TIFFReader, _ model: TIFFModel?, as format: SampleFormat,
            _ light: LinearLight?
        ) throws(CodecError) {
            directory = reader.directory
            bytesPerPixel = format.bytesPerPixel
            way = Self.way(directory, model)
            let width = Int(max(directory.block_width, directory.width))
            if let model {
                rows = try TIFFRows(directory, model, as: format, light, width: width)
            } else {
                rows = nil
                try reader.requireConversion()
            }
            let blockHeight = Int(directory.block_height)
            height = way == .rows ? Self.rowsAtOnce : blockHeight
            // A strip that is too short leaves the previous contents, so the buffer is zeroed.
            buffer = try TIFFBuffer(count: Self.blockBytes(directory, model))
        }

        /// The brightest light of the rows so far as a multiple of white, at least 1.
        var brightest: Double { rows?.brightest ?? 1 }

        /// The buffer for decoded blocks.
        private var block: UnsafeMutablePointer<UInt8> { buffer.base }

        /// Returns `true` if decoded rows hold all samples that are read from them.
        static func isSound(_ directory: CTIFFDirectory, _ model: TIFFModel?) -> Bool {
            guard directory.row_bytes > 0, directory.block_bytes > 0, directory.block_height > 0,
                directory.block_width > 0
            else { return false }
            if model == nil { return true }
            let samples = directory.is_planar ? 1 : UInt64(directory.samples)
            let bits = UInt64(directory.block_width) * samples * UInt64(directory.bits)
            let (block, overflow) = directory.row_bytes.multipliedReportingOverflow(
                by: UInt64(directory.block_height))
            return directory.row_bytes >= (bits + 7) / 8 && !overflow
                && directory.block_bytes >= block
        }

        /// Returns the bytes of all buffers; nil if the directory's sizes are implausible.
        static func byteCount(
            of directory: CTIFFDirectory, _ model: TIFFModel?, as format: SampleFormat,
            isReduced: Bool
        ) -> Int? {
            guard directory.block_bytes < 1 << 40, directory.row_bytes < 1 << 40 else { return nil }
            let rows = way(directory, model) == .rows ? rowsAtOnce : Int(directory.block_height)
            let width = Int(max(directory.block_width, directory.width))
            let size = PixelSize(width: width, height: rows)
            let band = isReduced ? Bitmap.byteCount(of: size, as: format) : 0
            return blockBytes(directory, model) + band
                + TIFFRows.byteCount(of: directory, as: format, width: width)
        }

        /// Returns the samples that are decoded, of 16 bits each.
        ///
        /// Tiles may be far wider than the image, pixels may have unused samples, and all blocks
        /// may share the same few bytes of the file. Therefore the inflated size counts.
        static func sampleCount(of directory: CTIFFDirectory, _ model: TIFFModel?) -> Int {
            let samples = Int(directory.samples) * directory.samplesOf16Bits
            let (width, height) = (Int(directory.width), Int(directory.height))
            guard way(directory, model) != .rows else {
                return DecodeLimits.product(width, height, samples)
            }
            let block = (width: Int(directory.block_width), height: Int(directory.block_height))
            // Of planes those are read that are used.
            let read =
                way(directory, model) == .planes
                ? (model?.usedCount ?? 1) * directory.samplesOf16Bits : samples
            return DecodeLimits.product(
                block.width, block.height, read, (width + block.width - 1) / block.width,
                (height + block.height - 1) / block.height)
        }

        /// Reads the rows from `first` into `target`.
        func read(
            _ reader: borrowing TIFFReader, first: Int, count: Int,
            into target: UnsafeMutablePointer<UInt8>, stride: Int
        ) throws(CodecError) {
            let width = Int(directory.width)
            if way == .rows {
                for row in 0..<count {
                    try reader.row(first + row, into: block)
                    rows?.convert(block, into: target + row * stride, count: width)
                }
                return
            }
            let step = directory.is_tiled ? Int(directory.block_width) : width
            for x in Swift.stride(from: 0, to: width, by: step) {
                try readBlock(reader, x: x, y: first)
                let columns = min(step, width - x)
                for row in 0..<count {
                    convert(
                        row: row, of: directory.is_tiled ? height : count,
                        into: target + row * stride + x * bytesPerPixel, count: columns)
                }
            }
        }

        private func readBlock(
            _ reader: borrowing TIFFReader, x: Int, y: Int
        ) throws(CodecError) {
            let count = Int(directory.block_bytes)
            switch way {
            case .converted:
                let pixels = UnsafeMutableRawPointer(block).assumingMemoryBound(to: UInt32.self)
                try reader.converted(x: x, y: y, into: pixels)
            case .planes:
                for (place, plane) in (rows?.planes ?? []).enumerated() {
                    try reader.block(
                        x: x, y: y, plane: plane, into: block + place * count, count: count)
                }
            case .blocks, .rows: try reader.block(x: x, y: y, plane: 0, into: block, count: count)
            }
        }

        /// Converts a row of the block, which has `height` rows.
        private func convert(
            row: Int, of height: Int, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            let offset = row * Int(directory.row_bytes)
            switch way {
            case .converted:
                let from = block + (height - 1 - row) * Int(directory.block_width) * 4
                // libtiff's pixels have red in the lowest byte.
                Convert.premultiplied(from: from, as: .rgba8, into: target, count: count)
            case .planes:
                rows?.convertPlanes(
                    block + offset, distance: Int(directory.block_bytes), into: target,
                    count: count)
            case .blocks, .rows: rows?.convert(block + offset, into: target, count: count)
            }
        }

        private static func way(_ directory: CTIFFDirectory, _ model: TIFFModel?) -> Way {
            if model == nil { return .converted }
            if directory.is_planar { return .planes }
            return directory.is_tiled || mayCrossRows(directory) ? .blocks : .rows
        }

        /// The most bytes of a strip that is decoded whole, so that a row may use a part of a run.
        private static let mostStripBytes = 16 << 20

        /// Returns `true` for PackBits, whose runs some writers continue in the next row, against
        /// the specification (TIFF 6.0, section 9); libtiff drops the rest of a run at a row's end.
        private static func mayCrossRows(_ directory: CTIFFDirectory) -> Bool {
            directory.compression == 32773 && directory.block_height > 1
                && directory.block_bytes <= mostStripBytes
        }

        /// Returns the buffer size in bytes for a row, a strip or a tile.
        private static func blockBytes(_ directory: CTIFFDirectory, _ model: TIFFModel?) -> Int {
            let block = Int(directory.block_bytes)
            switch way(directory, model) {
            case .rows: return Int(directory.row_bytes)
            case .blocks: return block
            case .planes:
                return block.multipliedReportingOverflow(by: model?.usedCount ?? 1).partialValue
            case .converted:
                return Int(directory.block_width) * Int(directory.block_height) * 4
            }
        }
    }

    extension CTIFFDirectory {
        /// The samples of up to 16 bits for which a sample counts: four if it has 64.
        fileprivate var samplesOf16Bits: Int { max((Int(bits) + 15) / 16, 1) }
    }
#endif
