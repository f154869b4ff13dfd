import WebImagePixels
import WebImageSizing

extension TargetSizing {
    /// Returns a rule whose numbers have sense; most of its properties have their defaults.
    static func random(using random: inout some RandomNumberGenerator) -> TargetSizing {
        var rule = TargetSizing(
            Mode.allCases.randomElement(using: &random) ?? .fit, side(&random), side(&random))
        func seldom() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
        if seldom() { rule.atLeast = PixelSize(side(&random), side(&random)) }
        if seldom() { rule.maxSide = side(&random) }
        if seldom() { (rule.zoomX, rule.zoomY) = (factor(&random), factor(&random)) }
        if seldom() { rule.pixelRatio = factor(&random) }
        rule.enlarges = seldom()
        rule.adapts = seldom()
        if seldom() { rule.orientation = Orientation.allCases.randomElement(using: &random) ?? .up }
        if seldom() {
            rule.crop = Crop(
                length(&random), length(&random), at: seldom() ? .random(using: &random) : nil,
                clips: seldom())
        }
        if seldom() { rule.position = .random(using: &random) }
        if seldom() { rule.canvas = .box(.random(using: &random)) }
        if seldom() { rule.canvas = .aspectRatio(.random(using: &random)) }
        if seldom() { rule.padding = Padding(top: side(&random), left: side(&random)) }
        return rule
    }

    static func side(_ random: inout some RandomNumberGenerator) -> Int {
        [0, 1, 2, 3, 7, 100, 101, 640, 4000, 100_000, 1 << 24].randomElement(using: &random) ?? 0
    }

    private static func factor(_ random: inout some RandomNumberGenerator) -> Double {
        [0.01, 0.5, 1, 1.5, 2, 3, 1e-6, 1e6].randomElement(using: &random) ?? 1
    }

    private static func length(_ random: inout some RandomNumberGenerator) -> Double {
        [0, 0.001, 0.1, 0.5, 0.999, 1, 2.5, 99, 640, 1e7].randomElement(using: &random) ?? 0
    }
}

extension CropPosition {
    static func random(using random: inout some RandomNumberGenerator) -> CropPosition {
        let numbers = [0, 0.25, -0.5, 1, -1, 3.5, 1000, 0.999, 1e-7]
        let (x, y) = (
            numbers.randomElement(using: &random) ?? 0, numbers.randomElement(using: &random) ?? 0
        )
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .attention
        case 1: return .focus(x: x, y: y)
        default:
            return .gravity(Gravity.allCases.randomElement(using: &random) ?? .north, x: x, y: y)
        }
    }
}

/// The conditions that did not hold in many trials; an expectation of each would take most of the
/// time.
struct Faults {
    private(set) var texts: [String] = []

    mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String = "", line: Int = #line) {
        if !holds, texts.count < 20 { texts.append("line \(line): \(text())") }
    }
}
