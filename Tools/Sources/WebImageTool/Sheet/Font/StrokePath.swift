/// The lines of one character, parsed from a small stroke language.
///
/// `Mx,y` moves the pen, `Lx,y` draws a straight line. `Hx,y` draws a quarter of an ellipse that
/// starts horizontally and ends vertically, `Vx,y` one that starts vertically and ends
/// horizontally. `Qa,b` followed by `x,y` draws a parabola with control point a,b.
struct StrokePath {
    /// The strokes as polylines.
    private(set) var polylines: [[SIMD2<Float>]] = []

    private var pen: SIMD2<Float> { polylines.last?.last ?? .zero }

    /// Parses a path; invalid words are skipped.
    init(_ text: String) {
        var control: SIMD2<Float>?
        for word in text.split(separator: " ") {
            let letter = word.first.flatMap { $0.isLetter ? $0 : nil }
            guard let point = Self.point(letter == nil ? word : word.dropFirst()) else { continue }
            switch letter {
            case "M": polylines.append([point])
            case "L": append([point])
            case "H": append(Self.quarter(from: pen, to: point, leavesHorizontally: true))
            case "V": append(Self.quarter(from: pen, to: point, leavesHorizontally: false))
            case "Q": control = point
            default:
                if let bend = control { append(Self.parabola(from: pen, over: bend, to: point)) }
                control = nil
            }
        }
    }

    /// The number of straight lines that approximate one curve.
    private static let steps = 10
    /// The sine and cosine of 9°, the angle between two points of a quarter.
    private static let turn = (sine: Float(0.156_434_47), cosine: Float(0.987_688_34))

    private mutating func append(_ points: [SIMD2<Float>]) {
        if polylines.isEmpty { polylines.append([]) }
        polylines[polylines.count - 1] += points
    }

    private static func point(_ text: Substring) -> SIMD2<Float>? {
        let numbers = text.split(separator: ",").compactMap { Float($0) }
        return numbers.count == 2 ? SIMD2(numbers[0], numbers[1]) : nil
    }

    private static func quarter(
        from start: SIMD2<Float>, to end: SIMD2<Float>, leavesHorizontally: Bool
    ) -> [SIMD2<Float>] {
        let span = end - start
        var (sine, cosine) = (Float(0), Float(1))
        return (1...steps).map { _ in
            (sine, cosine) = (
                sine * turn.cosine + cosine * turn.sine, cosine * turn.cosine - sine * turn.sine
            )
            let share = leavesHorizontally ? SIMD2(sine, 1 - cosine) : SIMD2(1 - cosine, sine)
            return start + span * share
        }
    }

    private static func parabola(
        from start: SIMD2<Float>, over control: SIMD2<Float>, to end: SIMD2<Float>
    ) -> [SIMD2<Float>] {
        (1...steps).map { step in
            let share = Float(step) / Float(steps)
            let (first, second) = (
                start + (control - start) * share, control + (end - control) * share
            )
            return first + (second - first) * share
        }
    }
}
