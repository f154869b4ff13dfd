import WebImagePixels

/// A rectangle of a picture's size with some round corners.
///
/// A pixel's coverage follows from the distances of its sixteenths to the outline: exact along
/// straight edges, true to about a hundredth along round ones.
struct RoundedRectangle {
    private let size: PixelSize
    private let radius: Double
    private let corners: Corners
    private let border: Double

    init(_ size: PixelSize, radius: Double, corners: Corners, border: Double) {
        self.size = size
        self.radius = min(radius, Double(min(size.width, size.height)) / 2)
        self.corners = corners
        self.border = border
    }

    /// Draws the border inside of the outline, then makes all pixels outside of it transparent.
    func apply(to bitmap: Bitmap, borderColor: RGBAColor) -> Bitmap {
        var result = bitmap
        if border > 0, borderColor.alpha > 0 {
            result.paint(borderColor.pixel) { y, row in
                let columns = columns(ofRow: y, within: max(radius, border), always: border)
                for range in columns {
                    for x in range {
                        row[x] = byte(1 - coverage(inside: border, x, y))
                    }
                }
            }
        }
        guard radius > 0, !corners.isEmpty else { return result }
        result.applyMask { y, row in
            for range in columns(ofRow: y, within: radius, always: 0) {
                for x in range { row[x] = byte(coverage(inside: 0, x, y)) }
            }
        }
        return result
    }

    /// Returns the columns of a row that the outline or the border touches.
    ///
    /// - Parameters:
    ///   - reach: The distance from top and bottom within which a row is near the edge.
    ///   - always: The number of columns at both ends of all other rows.
    private func columns(ofRow y: Int, within reach: Double, always: Double) -> [Range<Int>] {
        let nearEdge = Double(min(y, size.height - 1 - y)) < reach
        let ends = nearEdge ? (always > 0 ? Double(size.width) : reach) : always
        let count = min(Int(min(ends, Double(size.width)).rounded(.up)), size.width)
        guard count * 2 < size.width else { return [0..<size.width] }
        return [0..<count, size.width - count..<size.width]
    }

    /// Returns the share of a pixel that lies deeper inside of the outline than `depth`.
    private func coverage(inside depth: Double, _ x: Int, _ y: Int) -> Double {
        let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
        let outside = distance(centerX, centerY) + depth
        // A pixel's corner is less than this far from its centre.
        guard abs(outside) < 0.75 else { return outside < 0 ? 1 : 0 }
        var sum = 0.0
        for part in 0..<16 {
            let right = Double(part % 4) / 4 - 0.375
            let down = Double(part / 4) / 4 - 0.375
            let outside = distance(centerX + right, centerY + down) + depth
            sum += min(max(0.5 - outside * 4, 0), 1)
        }
        return sum / 16
    }

    /// Returns the distance of a point from the outline; negative inside.
    private func distance(_ x: Double, _ y: Double) -> Double {
        let halfWidth = Double(size.width) / 2
        let halfHeight = Double(size.height) / 2
        let right = x - halfWidth
        let down = y - halfHeight
        let corner: Corners =
            right < 0
            ? (down < 0 ? .topLeft : .bottomLeft) : (down < 0 ? .topRight : .bottomRight)
        let radius = corners.contains(corner) ? radius : 0
        let across = abs(right) - halfWidth + radius
        let along = abs(down) - halfHeight + radius
        let (outX, outY) = (max(across, 0), max(along, 0))
        return min(max(across, along), 0) + (outX * outX + outY * outY).squareRoot() - radius
    }

    private func byte(_ share: Double) -> UInt8 { UInt8((share * 255).rounded()) }
}
