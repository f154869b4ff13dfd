public import WebImageCoding
public import WebImagePixels

/// A check of frames that a decoder reduces, against whole frames that are reduced afterwards.
public struct ReducedFrames {
    private let reduced: any FrameProvider
    private let whole: any FrameProvider
    private let downsampling: Downsampling
    private let orientation: Orientation

    /// Opens the frames twice: with and without the downsampling.
    public init(
        _ downsampling: Downsampling, orientation: Orientation = .up,
        open: (DecodeOptions) throws -> any FrameProvider
    ) throws {
        reduced = try open(DecodeOptions(downsampling: downsampling))
        whole = try open(DecodeOptions())
        self.downsampling = downsampling
        self.orientation = orientation
    }

    /// Returns the frames, played forward and then in another order, that differ in a pixel.
    public func differing() throws -> [Int] {
        let count = whole.count
        let order = Array(0..<count) + (0..<count / 3).map { $0 * 7 % count } + [count - 1, 0]
        return try order.filter { index in
            let (found, expected) = (try reduced.frame(at: index), try scaled(index))
            return found.bitmap != expected || found.bitmap.isOpaque != expected.isOpaque
        }
    }

    private func scaled(_ index: Int) throws -> Bitmap {
        let bitmap = try whole.frame(at: index).bitmap
        guard let size = downsampling.reducedSize(of: bitmap.size, orientation) else {
            return bitmap
        }
        let coverage = downsampling.coverage(of: bitmap.size, orientation)
        return bitmap.resampled(
            to: size, columns: coverage.columns(of: bitmap.size.width),
            rows: coverage.rows(of: bitmap.size.height))
    }

    /// Boxes of many scales for a canvas, by all rules, a limit of bytes, and the whole canvas.
    public static func downsamplings(of canvas: PixelSize) -> [Downsampling] {
        let (width, height) = (canvas.width, canvas.height)
        let boxes = [
            (1, 1, Fit.fit), (width / 2, 0, .fit), (width - 1, height - 1, .stretch),
            (max(width / 4, 1), max(height / 2, 1), .stretch),
            (max(width / 2, 1), max(height / 5, 1), .fill), (width / 3, width / 3, .fill),
        ]
        return boxes.map { width, height, fit in
            Downsampling(box: PixelSize(width: width, height: height), fit: fit)
        } + [Downsampling(maxBytes: canvas.area * 2), Downsampling()]
    }
}
