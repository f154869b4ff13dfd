package import WebImagePixels

// Memory whose size untrusted input determines: if the system refuses it, an error is thrown.

extension CodecError {
    /// Returns the error for memory that the system refused.
    package static func noMemory(_ byteCount: Int) -> CodecError {
        .limit("not enough memory for \(byteCount) bytes")
    }

    /// Checks that the system grants `byteCount` bytes now, for memory whose refusal would end the
    /// process: arrays, and the allocations of some libraries.
    ///
    /// - Throws: `CodecError.limit` if it does not.
    package static func requireMemory(_ byteCount: Int) throws(CodecError) {
        guard LargeMemory.hasRoom(byteCount: byteCount) else { throw noMemory(byteCount) }
    }
}

extension Bitmap {
    /// Creates a bitmap whose size comes from untrusted input.
    ///
    /// - Parameter isCleared: `false` leaves the pixels undefined, to be written by the caller.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package init(
        decoding size: PixelSize, as format: SampleFormat = .bgra8,
        colorSpace: ColorSpace = .sRGB, isOpaque: Bool = false, isCleared: Bool = true
    ) throws(CodecError) {
        let made = Bitmap(
            allocating: size, as: format, colorSpace: colorSpace, isOpaque: isOpaque,
            isCleared: isCleared)
        guard let made else { throw .noMemory(Bitmap.byteCount(of: size, as: format)) }
        self = made
    }

    /// Copies storage that another bitmap shares, so that kernels can change it.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package mutating func makeUnique() throws(CodecError) {
        guard tryMakeUnique() else { throw .noMemory(byteCount) }
    }

    /// Runs kernels with memory reserved for their results of at least a megabyte.
    ///
    /// - Parameter byteCount: The bytes of all bitmaps that the kernels create.
    /// - Throws: `CodecError.limit` if the system refuses the memory, and the errors of `body`.
    package static func reserving<Result: ~Copyable>(
        _ byteCount: Int, scratch: Int = 0, _ body: () throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        let made = try LargeMemory.reserving(byteCount, scratch: scratch, body)
        guard let made else { throw .noMemory(byteCount) }
        return made
    }

    /// Returns the picture of `size` that a kernel makes of this one, with its memory reserved.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package func replaced(
        by size: PixelSize, _ kernel: (Bitmap) -> Bitmap
    ) throws(CodecError) -> Bitmap {
        let scratch = max(
            Bitmap.scratchByteCount(of: self.size, as: sampleFormat),
            Bitmap.scratchByteCount(of: size, as: sampleFormat))
        return try Bitmap.reserving(
            Bitmap.byteCount(of: size, as: sampleFormat), scratch: scratch
        ) { () throws(CodecError) in kernel(self) }
    }
}

extension Bitmap {
    /// Returns this bitmap in another sample format, with its memory reserved.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package func reservedConversion(to format: SampleFormat) throws(CodecError) -> Bitmap {
        guard format != sampleFormat else { return self }
        return try Bitmap.reserving(
            Bitmap.byteCount(of: size, as: format)
        ) { () throws(CodecError) in converted(to: format) }
    }
}

extension DeepRowScaler {
    /// Creates a scaler whose sizes come from untrusted input.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package init(
        decoding source: PixelSize, to target: PixelSize, as format: SampleFormat = .rgba16,
        covering coverage: Coverage, colorSpace: ColorSpace, isOpaque: Bool, significantBits: Int
    ) throws(CodecError) {
        let result = Bitmap.byteCount(of: target, as: format)
        let scratch = DeepRowScaler.byteCount(from: source, to: target) - result
        self = try Bitmap.reserving(result, scratch: scratch) { () throws(CodecError) in
            DeepRowScaler(
                from: source, to: target, as: format, colorSpace: colorSpace, isOpaque: isOpaque,
                significantBits: significantBits, coverage: coverage)
        }
    }
}

extension RowScaler {
    /// Creates a scaler whose sizes come from untrusted input.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package init(
        decoding source: PixelSize, to target: PixelSize, covering coverage: Coverage,
        colorSpace: ColorSpace, isOpaque: Bool
    ) throws(CodecError) {
        let result = Bitmap.byteCount(of: target)
        let scratch = RowScaler.byteCount(from: source, to: target) - result
        self = try Bitmap.reserving(result, scratch: scratch) { () throws(CodecError) in
            RowScaler(
                from: source, to: target, colorSpace: colorSpace, isOpaque: isOpaque,
                coverage: coverage)
        }
    }
}
