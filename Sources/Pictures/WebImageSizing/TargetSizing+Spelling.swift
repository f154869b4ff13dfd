import WebImageBytes
import WebImagePixels

extension TargetSizing {
    /// The form of a spelling, for usages of commands.
    public static let usage =
        "\(Mode.allCases.map(\.rawValue).joined(separator: "|"))[:WIDTHxHEIGHT][,min:WIDTHxHEIGHT]"
        + "[,max:SIDE][,zoom:FACTOR[xFACTOR]][,dpr:RATIO][,enlarge][,adapt]"
        + "[,filter:\(filters.joined(separator: "|"))][,turn:90|180|270][,mirror]"
        + "[,crop|clip:WIDTHxHEIGHT[@POSITION]][,at:POSITION][,extend[:POSITION]]"
        + "[,extend-ratio[:POSITION]][,pad:TOP:RIGHT:BOTTOM:LEFT]"

    /// The names of filters.
    static let filters = ResampleFilter.allCases.map(\.rawValue)

    /// The rule as text, such as `fill:300x200,dpr:2,at:north`; the same in keys, addresses and
    /// flags.
    ///
    /// Different rules have different spellings, except those that only differ in numbers without
    /// sense. A property with its default is left out.
    public var spelling: String {
        let rule = normalized
        var parts = [rule.mode.rawValue]
        if rule.width > 0 || rule.height > 0 {
            parts[0] += ":" + Self.box(Double(rule.width), Double(rule.height))
        }
        let least = rule.atLeast
        if least.width > 0 || least.height > 0 {
            parts.append("min:" + Self.box(Double(least.width), Double(least.height)))
        }
        if rule.maxSide > 0 { parts.append("max:\(rule.maxSide)") }
        if rule.zoomX != 1 || rule.zoomY != 1 {
            let isSquare = rule.zoomX == rule.zoomY
            parts.append("zoom:\(rule.zoomX.decimal)" + (isSquare ? "" : "x\(rule.zoomY.decimal)"))
        }
        if rule.pixelRatio != 1 { parts.append("dpr:\(rule.pixelRatio.decimal)") }
        if rule.enlarges { parts.append("enlarge") }
        if rule.adapts { parts.append("adapt") }
        if rule.filter != .lanczos { parts.append("filter:\(rule.filter.rawValue)") }
        let turns = rule.orientation.quarterTurns
        if turns > 0 { parts.append("turn:\(turns * 90)") }
        if rule.orientation.isMirrored { parts.append("mirror") }
        return (parts + rule.cropParts).joined(separator: ",")
    }

    private var cropParts: [String] {
        var parts: [String] = []
        if let crop {
            let place = crop.position.map { "@" + $0.spelled } ?? ""
            let name = crop.clips ? "clip:" : "crop:"
            parts.append(name + Self.box(crop.width, crop.height) + place)
        }
        if position != .center { parts.append("at:" + position.spelled) }
        switch canvas {
        case nil: break
        case .box(.center): parts.append("extend")
        case .box(let position): parts.append("extend:" + position.spelled)
        case .aspectRatio(.center): parts.append("extend-ratio")
        case .aspectRatio(let position):
            parts.append("extend-ratio:" + position.spelled)
        }
        if padding != Padding() {
            let sides = [padding.top, padding.right, padding.bottom, padding.left]
            parts.append("pad:" + sides.map(String.init).joined(separator: ":"))
        }
        return parts
    }

    private static func box(_ width: Double, _ height: Double) -> String {
        "\(width == 0 ? "" : width.decimal)x\(height == 0 ? "" : height.decimal)"
    }
}
