package import WebImagePixels

// Memory whose size an input chose: refused by the system, it is an error.

extension CodecError {
    /// The system refuses memory.
    package static func noMemory(_ byteCount: Int) -> CodecError {
        .limit("there is no memory for \(byteCount) bytes")
    }

    /// Checks that the system grants so many bytes now, for memory that cannot be refused later:
    /// arrays, and what a library allocates that ends the process without it.
    ///
    /// - Throws: `CodecError.limit` if it does not.
    package static func requireMemory(_ byteCount: Int) throws(CodecError) {
        guard LargeMemory.hasRoom(byteCount: byteCount) else { throw noMemory(byteCount) }
    }
}

extension Bitmap {
    /// A bitmap of a size that an input chose.
    ///
    /// - Parameter isCleared: `false` if every pixel will be written, and may be undefined before.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package init(
        decoding size: PixelSize, colorSpace: ColorSpace = .sRGB, isOpaque: Bool = false,
        isCleared: Bool = true
    ) throws(CodecError) {
        let made = Bitmap(
            allocating: size, colorSpace: colorSpace, isOpaque: isOpaque, isCleared: isCleared)
        guard let made else { throw .noMemory(Bitmap.byteCount(of: size)) }
        self = made
    }

    /// Copies storage that another bitmap shares, before kernels change it.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package mutating func makeUnique() throws(CodecError) {
        guard tryMakeUnique() else { throw .noMemory(byteCount) }
    }

    /// Runs kernels on this picture, for whose results of at least a megabyte there is memory.
    ///
    /// - Parameter byteCount: The bytes of all bitmaps that they make.
    /// - Throws: `CodecError.limit` if the system refuses it, and what `body` throws.
    package static func reserving<Result: ~Copyable>(
        _ byteCount: Int, scratch: Int = 0, _ body: () throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        let made = try LargeMemory.reserving(byteCount, scratch: scratch, body)
        guard let made else { throw .noMemory(byteCount) }
        return made
    }
}

extension RowScaler {
    /// A scaler of sizes that an input chose.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package init(
        decoding source: PixelSize, to target: PixelSize, colorSpace: ColorSpace, isOpaque: Bool
    ) throws(CodecError) {
        let result = Bitmap.byteCount(of: target)
        let scratch = RowScaler.byteCount(from: source, to: target) - result
        self = try Bitmap.reserving(result, scratch: scratch) { () throws(CodecError) in
            RowScaler(from: source, to: target, colorSpace: colorSpace, isOpaque: isOpaque)
        }
    }
}
