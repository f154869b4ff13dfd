/// A rectangle of pixels, top row first: 8-bit blue, green, red, alpha, premultiplied, unless
/// ``sampleFormat`` differs.
///
/// Cairo, GDK, Core Graphics and Skia share this layout. Pixels are sRGB unless ``colorSpace``
/// differs. Copies share their storage until one of them is changed.
public struct Bitmap: Sendable {
    /// The width and height in pixels.
    public let size: PixelSize
    /// The layout of the samples: ``SampleFormat/bgra8`` unless a deeper one was asked for.
    public let sampleFormat: SampleFormat
    /// The bits of a sample that the source of the pixels has: 8, or up to 16 in a deeper format.
    public var significantBits: Int {
        didSet { significantBits = min(max(significantBits, 8), sampleFormat.mostBits) }
    }
    /// The brightest light that the pixels stand for, as a multiple of white: 1 but for
    /// ``SampleFormat/rgbaHalf``, and at most that of PQ, 10,000 cd/m².
    ///
    /// A pixel may be darker or brighter. ``converted(to:)`` maps this light to white.
    public var headroom = 1.0 {
        didSet {
            let most = sampleFormat == .rgbaHalf ? 1 / HighlightMapping.white : 1
            headroom = headroom > 1 ? min(headroom, most) : 1
        }
    }
    /// The colour space of the samples.
    public var colorSpace: ColorSpace
    /// `true` if every alpha is known to be 255; `false` guarantees nothing.
    public var isOpaque: Bool
    private var storage: BitmapStorage

    /// The distance between rows in bytes: a multiple of ``rowAlignment``, at least the bytes of
    /// its pixels.
    public var bytesPerRow: Int { storage.bytesPerRow }

    /// The size of the pixels in bytes, with padding.
    public var byteCount: Int { storage.byteCount }

    /// Returns the size in bytes of the pixels of a bitmap; `Int.max` on overflow.
    ///
    /// Rows are padded, so a narrow image takes more bytes per pixel than its format has.
    ///
    /// - Parameters:
    ///   - size: The width and height in pixels.
    ///   - format: The layout of the samples.
    public static func byteCount(of size: PixelSize, as format: SampleFormat = .bgra8) -> Int {
        let (rowBytes, tooWide) = max(size.width, 0)
            .multipliedReportingOverflow(by: format.bytesPerPixel)
        guard !tooWide, rowBytes < .max - 2 * rowAlignment else { return .max }
        let (total, tooLarge) = BitmapStorage.stride(ofRow: rowBytes)
            .multipliedReportingOverflow(by: max(size.height, 0))
        return tooLarge ? .max : total
    }

    /// Returns the most bytes that a kernel allocates besides its result for a picture of `size`.
    ///
    /// `ScaledBlur` needs the most: two rings of rows, and weights for each row and column.
    package static func scratchByteCount(
        of size: PixelSize, as format: SampleFormat = .bgra8
    ) -> Int {
        let (bytes, overflow) = max(size.width, size.height)
            .multipliedReportingOverflow(by: format == .bgra8 ? 400 : 1200)
        // Deep rows are stored up to a number of bytes.
        return overflow ? .max : format == .bgra8 ? bytes : bytes + (8 << 20)
    }

    /// The alignment of each row's address in bytes, for vector loads.
    public static let rowAlignment = 64

    /// Creates a bitmap of transparent black.
    ///
    /// A bitmap of a size that is not trusted should be checked first, with `DecodeLimits.check`.
    ///
    /// - Parameters:
    ///   - size: The width and height in pixels, each at least 1.
    ///   - format: The layout of the samples.
    ///   - colorSpace: The colour space of the samples that will be written.
    ///   - isOpaque: `true` promises that every pixel will be opaque.
    /// - Precondition: The system grants ``byteCount(of:as:)`` bytes.
    public init(
        size: PixelSize, as format: SampleFormat = .bgra8, colorSpace: ColorSpace = .sRGB,
        isOpaque: Bool = false
    ) {
        let made = Bitmap(allocating: size, as: format, colorSpace: colorSpace, isOpaque: isOpaque)
        guard let made else {
            BitmapStorage.failWithoutMemory(byteCount: Self.byteCount(of: size, as: format))
        }
        self = made
    }

    /// Creates a bitmap of undefined pixels, for a kernel or decoder that writes all of them.
    ///
    /// - Precondition: As for ``init(size:as:colorSpace:isOpaque:)``.
    package init(
        uninitialized size: PixelSize, as format: SampleFormat = .bgra8, colorSpace: ColorSpace,
        isOpaque: Bool
    ) {
        let made = Bitmap(
            allocating: size, as: format, colorSpace: colorSpace, isOpaque: isOpaque,
            isCleared: false)
        guard let made else {
            BitmapStorage.failWithoutMemory(byteCount: Self.byteCount(of: size, as: format))
        }
        self = made
    }

    /// Creates a bitmap whose size comes from untrusted input; nil if memory is refused.
    ///
    /// - Parameter isCleared: `false` leaves the pixels undefined, to be written by the caller.
    /// - Precondition: Both sides are at least 1, and the pixels fit the address space.
    package init?(
        allocating size: PixelSize, as format: SampleFormat = .bgra8,
        colorSpace: ColorSpace = .sRGB, isOpaque: Bool = false, isCleared: Bool = true
    ) {
        precondition(!size.isEmpty, "A bitmap has at least one pixel; \(size) has none.")
        let storage = BitmapStorage(
            size: size, bytesPerPixel: format.bytesPerPixel, cleared: isCleared)
        guard let storage else { return nil }
        self.size = size
        sampleFormat = format
        significantBits = format.mostBits
        self.colorSpace = colorSpace
        self.isOpaque = isOpaque
        self.storage = storage
    }

    /// Calls `body` with all rows, top row first, ``bytesPerRow`` apart.
    ///
    /// - Parameter body: Reads the bytes, valid during the call, in the ``sampleFormat``. Those
    ///   after the pixels of a row are undefined.
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
    /// - Parameter body: Writes pixels of the ``sampleFormat``; the rows are ``bytesPerRow`` apart,
    ///   and the bytes are valid during the call.
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
    /// Returns `true` if both have the same size, formats and pixels; padding is not compared.
    public static func == (left: Bitmap, right: Bitmap) -> Bool {
        guard left.size == right.size, left.colorSpace == right.colorSpace,
            left.sampleFormat == right.sampleFormat
        else { return false }
        if left.storage === right.storage { return true }
        let count = left.size.width * left.sampleFormat.bytesPerPixel
        // Safe because both have `height` rows of at least `count` bytes.
        return unsafe left.withUnsafeRows { a in
            unsafe right.withUnsafeRows { b in
                (0..<left.size.height).allSatisfy { row in
                    let one = unsafe UnsafeRawBufferPointer(
                        start: a + row * left.bytesPerRow, count: count)
                    let other = unsafe UnsafeRawBufferPointer(
                        start: b + row * right.bytesPerRow, count: count)
                    return unsafe one.elementsEqual(other)
                }
            }
        }
    }
}
