/// The pixels of a gain map that follow the moves of its base.
///
/// A map keeps its relation to the base, whatever the size of either: half as wide before, half as
/// wide after.
package struct MovedGainMap: Sendable {
    private var pixels: Bitmap
    /// The size of the base that the pixels belong to.
    private var base: PixelSize
    private var geometry: PictureGeometry
    /// The sides of the map for a side of the base.
    private var ratio: (x: Double, y: Double)
    /// The value without a gain, around the base.
    private let neutral: SIMD4<UInt8>

    /// Creates the moves of a map, none at first.
    ///
    /// - Parameters:
    ///   - pixels: All pixels of the map, in any size: scaled while they were decoded or not.
    ///   - map: The description of the map.
    ///   - size: The size of the map; nil for the size of its pixels.
    ///   - base: The size of the base, turned as the pixels are.
    package init(_ pixels: Bitmap, of map: GainMap, size: PixelSize? = nil, base: PixelSize) {
        let size = size ?? pixels.size
        (self.pixels, self.base, geometry) = (pixels, base, PictureGeometry(base))
        ratio = (
            Double(size.width) / Double(base.width), Double(size.height) / Double(base.height)
        )
        neutral = map.neutralPixel
    }

    /// Adds moves of the base; the caller has reserved ``byteCount(adding:)`` bytes.
    package mutating func add(_ moves: [PixelMove]) {
        for move in moves {
            guard case .rotate(let degrees) = move.step else {
                geometry.add(move.step)
                continue
            }
            // Only axes can be gathered.
            let rotated = result().rotated(degrees: degrees)
            restart(rotatedBy: degrees, map: rotated.size)
            pixels = canvas(rotated.size)
            pixels.composite(rotated, atX: 0, y: 0)
        }
    }

    /// Begins anew with a base that was rotated, and its map.
    private mutating func restart(rotatedBy degrees: Double, map: PixelSize) {
        base = geometry.size.rotated(degrees: degrees)
        geometry = PictureGeometry(base)
        ratio = (
            Double(map.width) / Double(base.width), Double(map.height) / Double(base.height)
        )
    }

    /// Returns the bytes of all bitmaps that moves and the result make.
    package func byteCount(adding moves: [PixelMove]) -> Int {
        var (moved, sum) = (self, 0)
        for move in moves {
            guard case .rotate(let degrees) = move.step else {
                moved.geometry.add(move.step)
                continue
            }
            let rotated = moved.size.rotated(degrees: degrees)
            sum += moved.byteCount + 2 * Bitmap.byteCount(of: rotated)
            moved.restart(rotatedBy: degrees, map: rotated)
        }
        return sum + moved.byteCount
    }

    /// The size of the whole map, as stored, that the result needs: not less than its pixels.
    package var neededSize: PixelSize {
        guard !geometry.part.isEmpty else { return PixelSize(width: 1, height: 1) }
        let (part, place) = (
            geometry.part.unturned(geometry.orientation),
            geometry.place.unturned(geometry.orientation)
        )
        let size = geometry.orientation.upright(self.size)
        return PixelSize(
            width: Self.side(Double(size.width) * place.columns.length / part.columns.length),
            height: Self.side(Double(size.height) * place.rows.length / part.rows.length))
    }

    /// The size of the result.
    package var size: PixelSize {
        let swaps = geometry.orientation.swapsSides
        return PixelSize(
            width: Self.side(Double(geometry.size.width) * (swaps ? ratio.y : ratio.x)),
            height: Self.side(Double(geometry.size.height) * (swaps ? ratio.x : ratio.y)))
    }

    private static func side(_ length: Double) -> Int {
        max(Int(min(length.rounded(), Double(Int32.max))), 1)
    }

    /// The bytes of all bitmaps that ``result()`` makes.
    package var byteCount: Int { 3 * Bitmap.byteCount(of: size) }

    /// Returns the pixels after all moves; the caller has reserved ``byteCount`` bytes.
    package func result() -> Bitmap {
        let size = size
        guard !geometry.part.isEmpty else { return canvas(size) }
        let area = PixelSize(
            width: Self.side(Double(size.width) * geometry.place.columns.length),
            height: Self.side(Double(size.height) * geometry.place.rows.length))
        let stored = geometry.part.unturned(geometry.orientation)
        let shown = pixels.resampled(
            to: geometry.orientation.upright(area),
            columns: stored.columns.scaled(to: pixels.size.width, from: 1),
            rows: stored.rows.scaled(to: pixels.size.height, from: 1)
        ).oriented(geometry.orientation)
        guard !geometry.place.isWhole else { return shown }
        var result = canvas(size)
        result.composite(
            shown, atX: Int((geometry.place.columns.start * Double(size.width)).rounded()),
            y: Int((geometry.place.rows.start * Double(size.height)).rounded()))
        return result
    }

    private func canvas(_ size: PixelSize) -> Bitmap {
        var canvas = Bitmap(size: size)
        canvas.fill(PixelRect(x: 0, y: 0, size: size), with: neutral)
        return canvas
    }
}

extension PixelSize {
    /// Returns `true` if the sides are about in the proportion of another size, as those of a map
    /// and its base are: sides of few pixels are rounded.
    package func isLike(_ other: PixelSize) -> Bool {
        let (one, two) = (
            Double(width) * Double(other.height), Double(height) * Double(other.width)
        )
        return one <= 4 * two && two <= 4 * one
    }
}

extension GainMap {
    /// The value that leaves the base as it is.
    fileprivate var neutralPixel: SIMD4<UInt8> {
        let values = channels.map(\.neutralValue)
        guard let first = values.first else { return SIMD4(0, 0, 0, 255) }
        return values.count == 3
            ? SIMD4(values[2], values[1], values[0], 255) : SIMD4(first, first, first, 255)
    }
}

extension GainMapChannel {
    /// The 8-bit value of a gain of 0 stops, or the nearest one.
    fileprivate var neutralValue: UInt8 {
        guard maximum > minimum else { return 0 }
        let share = min(max(-minimum / (maximum - minimum), 0), 1)
        return UInt8((power(share, gamma) * 255).rounded())
    }
}
