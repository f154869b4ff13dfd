import Foundation
import TestSupport
import WebImagePixels
import WebImageSizing

/// A request of the acceptance data of imgproxy, and the size and colours of its answer.
struct SizingCase: Sendable, CustomStringConvertible {
    struct Point: Sendable {
        let x: Int
        let y: Int
        /// Red, green, blue, and alpha if it is told.
        let color: [Int]
        let tolerance: Int
    }

    let id: String
    let options: [String]
    let source: String
    let environment: [String: String]
    let size: PixelSize
    let points: [Point]

    var description: String { "\(id) \(options.joined(separator: "/")) of \(source)" }

    /// The cases of the rule R5 that tell a size, without watermarks and effects; none without the
    /// data.
    static let all: [SizingCase] = {
        let file = Corpus.folder.deletingLastPathComponent()
            .appending(path: "acceptance/server/imgproxy-cases.jsonl")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return (object as? [String: Any]).flatMap(SizingCase.init)
        }
    }()

    private init?(_ row: [String: Any]) {
        guard row["rule"] as? String == "R5", let id = row["id"] as? String,
            let expected = row["expect"] as? [String: Any],
            let width = expected["width"] as? Int, let height = expected["height"] as? Int,
            let path = (row["request"] as? [String: Any])?["path"] as? String,
            let source = (row["source"] as? [String: Any])?["image"] as? String,
            !["watermark", "effects"].contains(row["group"] as? String)
        else { return nil }
        (self.id, self.source) = (id, source)
        let head = path.split(separator: "/").prefix { $0 != "plain" }
        options = head.dropFirst().map(String.init)
        environment = row["env"] as? [String: String] ?? [:]
        size = PixelSize(width, height)
        let image = expected["image"] as? [String: Any]
        points = (image?["pixels"] as? [[Any]] ?? []).compactMap { point in
            guard let x = point[0] as? Int, let y = point[1] as? Int,
                let color = point[2] as? [Int], let tolerance = point[3] as? Int
            else { return nil }
            return Point(x: x, y: y, color: color, tolerance: tolerance)
        }
    }
}

extension SizingCase {
    /// The orientation that the source's file says; `up` if it is to be ignored.
    var orientation: Orientation {
        let isIgnored =
            options.contains("ar:0")
            || environment["IMGPROXY_AUTO_ROTATE"] == "false" && !options.contains("ar:1")
        guard !isIgnored, let digits = source.split(separator: "exif").last, source.contains("exif")
        else { return .up }
        return Int(digits).flatMap(Orientation.init) ?? .up
    }

    /// The upright size of the source, which its name tells.
    var sourceSize: PixelSize? {
        if source.contains("exif") {
            // Their upright pictures have 200x100 pixels; without the turn they are as stored.
            let stored = Int(source.suffix(1)).flatMap(Orientation.init) ?? .up
            let upright = PixelSize(200, 100)
            return orientation == .up ? stored.upright(upright) : upright
        }
        let sides = source.split(separator: "-").last?.split(separator: "x").compactMap { Int($0) }
        guard let sides, sides.count == 2 else { return nil }
        return PixelSize(sides[0], sides[1])
    }

    /// Returns the colour of a place of the upright source: red, green, blue; nil if it is not
    /// known.
    func sourceColor(_ x: Double, _ y: Double, of size: PixelSize) -> [Int]? {
        if source.contains("ramp") { return [Int(x), Int(y), 128] }
        let isRight = x >= Double(size.width) / 2
        switch (isRight, y >= Double(size.height) / 2) {
        case (false, false): return [220, 20, 20]
        case (true, false): return [20, 200, 20]
        case (false, true): return [20, 20, 220]
        case (true, true): return [230, 220, 20]
        }
    }

    /// The rule that the options ask for; nil for an option that is not known.
    var sizing: TargetSizing? {
        var sizing = TargetSizing()
        if let most = environment["IMGPROXY_MAX_RESULT_DIMENSION"] {
            sizing.maxSide = Int(most) ?? 0
        }
        var turns = 0
        var (flipsAcross, flipsDown) = (false, false)
        for option in options {
            let parts = option.split(separator: ":", omittingEmptySubsequences: false)
            let values = parts.dropFirst().map(String.init)
            switch parts[0] {
            case "rot": turns = (Int(values[0]) ?? 0) / 90
            case "fl":
                flipsAcross = values.first == "1"
                flipsDown = values.dropFirst().first == "1"
            case "f", "bg", "ar": break
            default: guard sizing.take(String(parts[0]), values) else { return nil }
            }
        }
        // A flip over both axes is half a turn.
        sizing.orientation = Orientation(
            quarterTurns: turns + (flipsDown ? 2 : 0), isMirrored: flipsAcross != flipsDown)
        return sizing
    }
}

extension TargetSizing {
    /// Takes an option of imgproxy; returns `false` for an unknown one.
    fileprivate mutating func take(_ name: String, _ values: [String]) -> Bool {
        func number(_ index: Int) -> Double? {
            values.indices.contains(index) ? Double(values[index]) : nil
        }
        func place(from index: Int) -> CropPosition? {
            values.count > index ? CropPosition(imgproxy: Array(values[index...])) : nil
        }
        switch name {
        case "rs":
            let modes = ["fill-down": Mode.fillDown, "force": .exact, "fill": .fill, "auto": .auto]
            mode = modes[values[0]] ?? .fit
            width = number(1).map { Int($0) } ?? width
            height = number(2).map { Int($0) } ?? height
            if values.count > 3, !values[3].isEmpty { enlarges = values[3] == "1" }
            if values.count > 4, !values[4].isEmpty {
                canvas = values[4] == "1" ? .box(place(from: 5) ?? .center) : nil
            }
        case "w": width = Int(number(0) ?? 0)
        case "h": height = Int(number(0) ?? 0)
        case "mw": atLeast.width = Int(number(0) ?? 0)
        case "mh": atLeast.height = Int(number(0) ?? 0)
        case "mrd": maxSide = Int(number(0) ?? 0)
        case "el": enlarges = values[0] == "1"
        case "dpr": pixelRatio = number(0) ?? 1
        case "z": (zoomX, zoomY) = (number(0) ?? 1, number(1) ?? number(0) ?? 1)
        case "c": crop = Crop(number(0) ?? 0, number(1) ?? 0, at: place(from: 2))
        case "g": position = place(from: 0) ?? .center
        case "ex": canvas = values[0] == "1" ? .box(place(from: 1) ?? .center) : canvas
        case "exar": canvas = values[0] == "1" ? .aspectRatio(place(from: 1) ?? .center) : canvas
        case "pd":
            let top = Int(number(0) ?? 0)
            let right = number(1).map { Int($0) } ?? top
            padding = Padding(
                top: top, right: right, bottom: number(2).map { Int($0) } ?? top,
                left: number(3).map { Int($0) } ?? right)
        default: return false
        }
        return true
    }
}

extension CropPosition {
    fileprivate init?(imgproxy values: [String]) {
        let names: [String: Gravity] = [
            "ce": .center, "no": .north, "so": .south, "ea": .east, "we": .west,
            "noea": .northeast, "nowe": .northwest, "soea": .southeast, "sowe": .southwest,
        ]
        let (x, y) = (
            values.count > 1 ? Double(values[1]) ?? 0 : 0,
            values.count > 2 ? Double(values[2]) ?? 0 : 0
        )
        switch values[0] {
        case "sm": self = .attention
        case "fp": self = .focus(x: x, y: y)
        case let name:
            guard let gravity = names[name] else { return nil }
            self = .gravity(gravity, x: x, y: y)
        }
    }
}
