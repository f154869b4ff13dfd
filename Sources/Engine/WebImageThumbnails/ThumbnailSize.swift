import WebImagePixels

/// A folder of the store, by the longest side of its pictures.
enum ThumbnailSize: Int, CaseIterable, Sendable {
    case normal = 128
    case large = 256
    case extraLarge = 512
    case doubleExtraLarge = 1024

    /// The longest side in pixels.
    var side: Int { rawValue }

    /// The largest box that thumbnails answer for, in pixels.
    static let maxSide = doubleExtraLarge.side

    /// The name of the folder.
    var folder: String {
        switch self {
        case .normal: "normal"
        case .large: "large"
        case .extraLarge: "x-large"
        case .doubleExtraLarge: "xx-large"
        }
    }
}

/// The box that a thumbnail must have the pixels for.
struct ThumbnailBox: Sendable {
    let size: PixelSize
    let fit: Fit

    /// Creates the box of a request; nil for a free side, and beyond the largest thumbnails.
    init?(_ size: PixelSize, _ fit: Fit) {
        guard !size.isEmpty, max(size.width, size.height) <= ThumbnailSize.maxSide else {
            return nil
        }
        (self.size, self.fit) = (size, fit)
    }

    /// Returns `true` if a picture is not enlarged to meet the box.
    func isCovered(by picture: PixelSize) -> Bool {
        let scaled = fit.scaledSize(of: picture, in: size, enlarges: true)
        return scaled.width <= picture.width && scaled.height <= picture.height
    }

    /// The folders whose thumbnails may have the pixels, the smallest first.
    var sizes: [ThumbnailSize] {
        ThumbnailSize.allCases.filter { $0.side >= max(size.width, size.height) }
    }

    /// Returns the folder of the smallest thumbnail that is enough; nil if none is, and if the
    /// smallest is as large as the picture itself.
    func folder(for picture: PixelSize) -> ThumbnailSize? {
        for folder in sizes {
            let box = PixelSize(folder.side, folder.side)
            let thumbnail = Fit.fit.scaledSize(of: picture, in: box, enlarges: false)
            if thumbnail == picture { return nil }
            if isCovered(by: thumbnail) { return folder }
        }
        return nil
    }
}
