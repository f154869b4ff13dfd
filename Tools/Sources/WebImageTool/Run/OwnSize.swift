import WebImage

/// A size that depends on that of the picture: a share of it, or one to which it is enlarged.
struct OwnSize: Sendable {
    let size: SizeArgument
    let fit: Fit

    /// Returns the box in which a picture is scaled, and `true` if it has to be enlarged for that.
    func box(of metadata: ImageMetadata) -> (size: PixelSize, enlarges: Bool) {
        let own = metadata.size
        let box: PixelSize
        switch size {
        case .box(let size): box = size
        case .share(let share):
            box = PixelSize(
                width: Self.side(own.width, share), height: Self.side(own.height, share))
        }
        let enlarged = fit.scaledSize(of: own, in: box, enlarges: true)
        let reduced = fit.scaledSize(of: own, in: box, enlarges: false)
        return (box, enlarged != reduced && !metadata.isVector)
    }

    private static func side(_ side: Int, _ share: Double) -> Int {
        min(max(Int((Double(side) * share).rounded()), 1), 1 << 24)
    }
}
