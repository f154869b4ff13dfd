/// A rectangle of pixels: 8-bit blue, green, red, alpha, premultiplied, top row first.
///
/// Cairo, GDK, Core Graphics and Skia share this layout. Pixels are sRGB unless ``colorSpace``
/// differs. Copies share their storage until one of them is changed.
public struct Bitmap: Sendable {
    /// The width and height in pixels.
    public let size: PixelSize
    /// The colour space of the samples.
    public var colorSpace: ColorSpace
    /// `true` if every alpha is known to be 255; `false` guarantees nothing.
    public var isOpaque: Bool
    private var storage: BitmapStorage

    /// The distance between rows in bytes: a multiple of ``rowAlignment``, at least 4 × width.
    public var bytesPerRow: Int { storage.bytesPerRow }

    /// The size of the pixels in bytes, with padding.
    public var byteCount: Int { storage.byteCount }

    /// Returns the size in bytes of the pixels of a bitmap; `Int.max` on overflow.
    ///
    /// Rows are padded, so a narrow image takes more than 4 bytes per pixel.
    ///
    /// - Parameter size: The width and height in pixels.
    public static func byteCount(of size: PixelSize) -> Int {
        let (rowBytes, tooWide) = max(size.width, 0).multipliedReportingOverflow(by: 4)
        guard !tooWide, rowBytes < .max - 2 * rowAlignment else { return .max }
        let (total, tooLarge) = BitmapStorage.stride(ofRow: rowBytes)
            .multipliedReportingOverflow(by: max(size.height, 0))
        return tooLarge ? .max : total
    }

    /// Returns the most bytes that a kernel allocates besides its result for a picture of `size`.
    ///
    /// `ScaledBlur` needs the most: two rings of rows, and weights for each row and column.
    package static func scratchByteCount(of size: PixelSize) -> Int {
        let (bytes, overflow) = max(size.width, size.height).multipliedReportingOverflow(by: 400)
        return overflow ? .max : bytes
    }

    /// The alignment of each row's address in bytes, for vector loads.
    public static let rowAlignment = 64

    /// Creates a bitmap of transparent black.
    ///
    /// A bitmap of a size that is not trusted should be checked first, with `DecodeLimits.check`.
    ///
    /// - Parameters:
    ///   - size: The width and height in pixels, each at least 1.
    ///   - colorSpace: The colour space of the samples that will be written.
    ///   - isOpaque: `true` promises that every alpha will be 255.
    /// - Precondition: The system grants ``byteCount(of:)`` bytes.
    public init(size: PixelSize, colorSpace: ColorSpace = .sRGB, isOpaque: Bool = false) {
        let made = Bitmap(allocating: size, colorSpace: colorSpace, isOpaque: isOpaque)
        guard let made else {
            BitmapStorage.failWithoutMemory(byteCount: Self.byteCount(of: size))
        }
        self = made
    }

    /// Creates a bitmap of undefined pixels, for a kernel or decoder that writes all of them.
    ///
    /// - Precondition: As for ``init(size:colorSpace:isOpaque:)``.
    package init(uninitialized size: PixelSize, colorSpace: ColorSpace, isOpaque: Bool) {
        let made = Bitmap(
            allocating: size, colorSpace: colorSpace, isOpaque: isOpaque, isCleared: false)
        guard let made else {
            BitmapStorage.failWithoutMemory(byteCount: Self.byteCount(of: size))
        }
        self = made
    }

    /// Creates a bitmap whose size comes from untrusted input; nil if memory is refused.
    ///
    /// - Parameter isCleared: `false` leaves the pixels undefined, to be written by the caller.
    /// - Precondition: Both sides are at least 1, and the pixels fit the address space.
    package init?(
        allocating size: PixelSize, colorSpace: ColorSpace = .sRGB, isOpaque: Bool = false,
        isCleared: Bool = true
    ) {
        precondition(!size.isEmpty, "A bitmap has at least one pixel; \(size) has none.")
        guard let storage = BitmapStorage(size: size, cleared: isCleared) else { return nil }
        self.size = size
        self.colorSpace = colorSpace
        self.isOpaque = isOpaque
        self.storage = storage
    }

    /// Calls `body` with all rows, top row first, ``bytesPerRow`` apart.
    ///
    /// - Parameter body: Reads the bytes, valid during the call. Those after 4 × width of a row are
    ///   undefined.
    /// - Returns: The result of `body`.
    public func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe because the storage outlives the call and nothing writes shared storage.
        let storage = storage
        return try withExtendedLifetime(storage) { () throws(Failure) in
            try unsafe body(
                UnsafeRawBufferPointer(start: storage.base, count: storage.byteCount).bytes)
        }
    }

    /// Calls `body` to change the rows in place; copies them first if another bitmap shares them.
    ///
    /// - Parameter body: Writes premultiplied pixels; the rows are ``bytesPerRow`` apart, and the
    ///   bytes are valid during the call.
    /// - Returns: The result of `body`.
    public mutating func withMutableBytes<Result, Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        makeUnique()
        // Safe because only this bitmap references the storage, which outlives the call.
        let storage = storage
        return try withExtendedLifetime(storage) { () throws(Failure) in
            let buffer = unsafe UnsafeMutableRawBufferPointer(
                start: storage.base, count: storage.byteCount)
            var span = unsafe buffer.mutableBytes
            return try body(&span)
        }
    }

    /// Calls `body` with the address of the first row, for kernels and C libraries.
    ///
    /// - Parameter body: Reads ``byteCount`` bytes from the address, valid during the call. Rows
    ///   are ``bytesPerRow`` apart.
    /// - Returns: The result of `body`.
    public func withUnsafeRows<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe because the storage outlives the call and nothing writes shared storage.
        let storage = storage
        return try withExtendedLifetime(storage) { () throws(Failure) in
            try unsafe body(UnsafePointer(storage.base))
        }
    }

    /// Calls `body` with the writable address of the first row, for kernels and C libraries.
    ///
    /// - Parameter body: Writes up to ``byteCount`` bytes from the address, valid during the call.
    ///   Rows are ``bytesPerRow`` apart.
    /// - Returns: The result of `body`.
    public mutating func withUnsafeMutableRows<Result, Failure: Error>(
        _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        makeUnique()
        // Safe because only this bitmap references the storage, which outlives the call.
        let storage = storage
        return try withExtendedLifetime(storage) { () throws(Failure) in
            try unsafe body(storage.base)
        }
    }

    /// Blue, green, red and alpha of one pixel, premultiplied, each 0 to 255.
    ///
    /// Slow, for tests and images of a few pixels.
    ///
    /// - Parameters:
    ///   - x: The column, counted from 0 at the left.
    ///   - y: The row, counted from 0 at the top.
    /// - Precondition: The pixel is inside the bitmap.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        get {
            let at = offset(x, y)
            return withBytes {
                unsafe $0.unsafeLoadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self)
            }
        }
        set {
            let at = offset(x, y)
            // Safe because `offset` checked that the four bytes are inside the picture.
            unsafe withUnsafeMutableRows { rows in
                for channel in 0..<4 { unsafe rows[at + channel] = newValue[channel] }
            }
        }
    }

    private func offset(_ x: Int, _ y: Int) -> Int {
        precondition(
            x >= 0 && y >= 0 && x < size.width && y < size.height,
            "Pixel (\(x), \(y)) is outside of \(size).")
        return y * bytesPerRow + x * 4
    }

    private mutating func makeUnique() {
        guard tryMakeUnique() else { BitmapStorage.failWithoutMemory(byteCount: byteCount) }
    }

    /// Copies storage that another bitmap shares, so that later changes allocate no memory.
    ///
    /// - Returns: `false` if the system refuses the memory.
    package mutating func tryMakeUnique() -> Bool {
        guard !isKnownUniquelyReferenced(&storage) else { return true }
        guard let copy = BitmapStorage(copying: storage) else { return false }
        storage = copy
        return true
    }
}

extension Bitmap: Equatable {
    /// Returns `true` if both have the same size, colour space and pixels; padding is not compared.
    public static func == (left: Bitmap, right: Bitmap) -> Bool {
        guard left.size == right.size, left.colorSpace == right.colorSpace else { return false }
        if left.storage === right.storage { return true }
        // Safe because both have `height` rows of at least 4 × width bytes.
        return unsafe left.withUnsafeRows { a in
            unsafe right.withUnsafeRows { b in
                (0..<left.size.height).allSatisfy { row in
                    let one = unsafe UnsafeRawBufferPointer(
                        start: a + row * left.bytesPerRow, count: left.size.width * 4)
                    let other = unsafe UnsafeRawBufferPointer(
                        start: b + row * right.bytesPerRow, count: right.size.width * 4)
                    return unsafe one.elementsEqual(other)
                }
            }
        }
    }
}
