import Testing
import WebImagePixels

@Suite struct FitTests {
    struct Row: Sendable, CustomStringConvertible {
        let fit: Fit
        let source: (Int, Int)
        let box: (Int, Int)
        let enlarges: Bool
        let scaled: (Int, Int)
        var description: String { "\(fit) \(source) in \(box), enlarges: \(enlarges)" }
    }

    static let table = [
        Row(fit: .fit, source: (400, 300), box: (100, 100), enlarges: false, scaled: (100, 75)),
        Row(fit: .fill, source: (400, 300), box: (100, 100), enlarges: false, scaled: (133, 100)),
        Row(fit: .stretch, source: (400, 300), box: (100, 90), enlarges: false, scaled: (100, 90)),
        Row(fit: .fit, source: (40, 30), box: (100, 100), enlarges: false, scaled: (40, 30)),
        Row(fit: .fit, source: (40, 30), box: (100, 100), enlarges: true, scaled: (100, 75)),
        Row(fit: .fill, source: (40, 300), box: (100, 100), enlarges: false, scaled: (40, 300)),
        Row(fit: .fill, source: (40, 300), box: (100, 100), enlarges: true, scaled: (100, 750)),
        Row(fit: .stretch, source: (40, 300), box: (80, 90), enlarges: false, scaled: (40, 90)),
        Row(fit: .fit, source: (400, 300), box: (200, 0), enlarges: false, scaled: (200, 150)),
        Row(fit: .stretch, source: (400, 300), box: (0, 150), enlarges: false, scaled: (200, 150)),
        Row(fit: .fit, source: (400, 300), box: (0, 0), enlarges: true, scaled: (400, 300)),
        Row(fit: .fit, source: (10_000, 1), box: (10, 10), enlarges: false, scaled: (10, 1)),
        Row(fit: .fit, source: (0, 5), box: (10, 10), enlarges: true, scaled: (0, 5)),
    ]

    @Test(arguments: table)
    func `a picture meets its box`(row: Row) {
        let scaled = row.fit.scaledSize(
            of: PixelSize(width: row.source.0, height: row.source.1),
            in: PixelSize(width: row.box.0, height: row.box.1), enlarges: row.enlarges)
        #expect(scaled == PixelSize(width: row.scaled.0, height: row.scaled.1))
    }
}
