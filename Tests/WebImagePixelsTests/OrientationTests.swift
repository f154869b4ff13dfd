import TestSupport
import Testing
import WebImagePixels

/// Turns and mirrorings, one after the other.
@Suite struct OrientationTests {
    private static let picture = Scene.noise(size: PixelSize(5, 3), seed: 3, isOpaque: true)

    @Test(arguments: Orientation.allCases, Orientation.allCases)
    func `two orientations are one`(first: Orientation, second: Orientation) {
        let both = Self.picture.oriented(first).oriented(second)
        #expect(Self.picture.oriented(first.followed(by: second)) == both)
    }

    @Test(arguments: Orientation.allCases)
    func `an orientation is turns and a mirroring`(orientation: Orientation) {
        let same = Orientation(
            quarterTurns: orientation.quarterTurns - 8, isMirrored: orientation.isMirrored)
        #expect(same == orientation)
    }

    @Test(arguments: Orientation.allCases)
    func `a part of the upright picture is found in the stored one`(orientation: Orientation) {
        let stored = Self.picture
        let upright = stored.oriented(orientation)
        let rect = PixelRect(x: 1, y: 0, size: PixelSize(2, 2))
        let part = Coverage(rect, of: upright.size).stored(orientation)
        let size = orientation.upright(rect.size)
        let cut = stored.resampled(
            to: size, columns: part.columns(of: stored.size.width),
            rows: part.rows(of: stored.size.height))
        #expect(cut.oriented(orientation) == upright.cropped(to: rect))
    }
}
