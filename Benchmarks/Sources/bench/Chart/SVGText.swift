/// The text of an SVG drawing, built from the top.
struct SVGText {
    private(set) var body = ""

    /// Colours that colour-blind readers tell apart (Okabe and Ito, 2008); the first one is ours.
    static let colours = [
        "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#999999",
    ]

    static func colour(_ index: Int) -> String { colours[index % colours.count] }

    enum Anchor: String {
        case start
        case middle
        case end
    }

    mutating func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, fill: String
    ) {
        body +=
            "<rect x='\(x.fixed(1))' y='\(y.fixed(1))' width='\(max(width, 0).fixed(1))' "
            + "height='\(height.fixed(1))' fill='\(fill)'/>\n"
    }

    mutating func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, stroke: String = "#CCCCCC",
        width: Double = 1
    ) {
        body +=
            "<line x1='\(x1.fixed(1))' y1='\(y1.fixed(1))' x2='\(x2.fixed(1))' "
            + "y2='\(y2.fixed(1))' stroke='\(stroke)' stroke-width='\(width.fixed(1))'/>\n"
    }

    mutating func path(_ points: [(x: Double, y: Double)], stroke: String) {
        let places = points.map { "\($0.x.fixed(1)),\($0.y.fixed(1))" }.joined(separator: " ")
        body += "<polyline points='\(places)' fill='none' stroke='\(stroke)' stroke-width='2'/>\n"
        for point in points {
            body +=
                "<circle cx='\(point.x.fixed(1))' cy='\(point.y.fixed(1))' r='3.5' "
                + "fill='\(stroke)'/>\n"
        }
    }

    mutating func text(
        _ text: String, _ x: Double, _ y: Double, size: Double = 13, anchor: Anchor = .start,
        weight: String = "normal", fill: String = "#222222"
    ) {
        body +=
            "<text x='\(x.fixed(1))' y='\(y.fixed(1))' font-size='\(size.fixed(1))' "
            + "font-family='DejaVu Sans, sans-serif' font-weight='\(weight)' fill='\(fill)' "
            + "text-anchor='\(anchor.rawValue)'>\(Self.escaped(text))</text>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            default: result.append(character)
            }
        }
    }

    func document(width: Double, height: Double) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' width='\(width.fixed(0))' "
            + "height='\(height.fixed(0))'>\n"
            + "<rect width='100%' height='100%' fill='#FFFFFF'/>\n\(body)</svg>\n"
    }
}
