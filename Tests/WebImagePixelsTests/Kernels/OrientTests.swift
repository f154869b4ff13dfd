import TestSupport
import Testing
import WebImagePixels

@Suite struct OrientTests {
    /// The upright rows of the stored letters `ab/cd/ef` for each EXIF number, by the standard.
    static let letters: [(Orientation, String)] = [
        (.up, "ab/cd/ef"), (.upMirrored, "ba/dc/fe"), (.down, "fe/dc/ba"),
        (.downMirrored, "ef/cd/ab"), (.leftMirrored, "ace/bdf"), (.right, "eca/fdb"),
        (.rightMirrored, "fdb/eca"), (.left, "bdf/ace"),
    ]

    @Test(arguments: letters)
    func `stored letters are read upright`(orientation: Orientation, upright: String) {
        #expect(picture("ab/cd/ef").oriented(orientation) == picture(upright))
    }

    @Test(
        arguments: Orientation.allCases,
        [(1, 1), (1, 20), (20, 1), (16, 16), (33, 18), (40, 70)])
    func `turning back gives the stored picture`(orientation: Orientation, sides: (Int, Int)) {
        let stored = Scene.noise(size: PixelSize(width: sides.0, height: sides.1), seed: 6)
        let inverse: Orientation =
            switch orientation {
            case .left: .right
            case .right: .left
            default: orientation
            }
        let upright = stored.oriented(orientation)
        #expect(upright.size == orientation.upright(stored.size))
        #expect(upright.oriented(inverse) == stored)
    }

    @Test(arguments: Orientation.allCases)
    func `turning keeps what a bitmap says of itself`(orientation: Orientation) {
        var stored = Bitmap(size: PixelSize(width: 3, height: 2), isOpaque: true)
        stored.colorSpace = .embedded
        #expect(stored.oriented(orientation).colorSpace == .embedded)
        #expect(stored.oriented(orientation).isOpaque)
    }

    private func picture(_ text: String) -> Bitmap {
        let rows = text.split(separator: "/").map { Array($0.utf8) }
        var bitmap = Bitmap(size: PixelSize(width: rows[0].count, height: rows.count))
        for (y, row) in rows.enumerated() {
            for (x, letter) in row.enumerated() { bitmap[x, y] = SIMD4(repeating: letter) }
        }
        return bitmap
    }
}
