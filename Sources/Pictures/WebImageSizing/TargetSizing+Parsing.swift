import WebImageBytes
import WebImagePixels

extension TargetSizing {
    /// Reads a ``spelling``; after the mode, its parts may have any order.
    ///
    /// - Throws: `SizingError` for a part that is unknown, there twice, or has another form.
    public init(_ text: some StringProtocol) throws(SizingError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let head = Part(parts[0])
        guard let mode = Mode(rawValue: String(head.name)) else {
            let modes = Mode.allCases.map(\.rawValue).joined(separator: ", ")
            throw SizingError("", expected: "one of \(modes)", found: head.name)
        }
        self.init(mode)
        if head.value != nil {
            let box = try head.box(isWhole: true)
            (width, height) = (Int(box.width), Int(box.height))
        }
        var names: Set<Substring> = []
        for text in parts.dropFirst() {
            let part = Part(text)
            guard names.insert(part.name).inserted else {
                throw SizingError(part.name, expected: "it once", found: text)
            }
            try take(part)
        }
    }

    private mutating func take(_ part: Part) throws(SizingError) {
        switch part.name {
        case "min":
            let box = try part.box(isWhole: true)
            atLeast = PixelSize(width: Int(box.width), height: Int(box.height))
        case "max": maxSide = try part.whole("a side in pixels", part.value, from: 1)
        case "zoom": (zoomX, zoomY) = try part.zoom()
        case "dpr": pixelRatio = try part.factor(part.value)
        case "enlarge":
            try part.checkFlag()
            enlarges = true
        case "adapt":
            try part.checkFlag()
            adapts = true
        case "filter":
            guard let filter = part.value.flatMap({ ResampleFilter(rawValue: String($0)) }) else {
                throw part.error("one of \(Self.filters.joined(separator: ", "))")
            }
            self.filter = filter
        case "turn":
            guard let turns = ["90", "180", "270"].firstIndex(where: { $0 == part.value }) else {
                throw part.error("90, 180 or 270")
            }
            orientation = Orientation(
                quarterTurns: turns + 1, isMirrored: orientation.isMirrored)
        case "mirror":
            try part.checkFlag()
            orientation = Orientation(quarterTurns: orientation.quarterTurns, isMirrored: true)
        default: try takeCrop(part)
        }
    }

    private mutating func takeCrop(_ part: Part) throws(SizingError) {
        switch part.name {
        case "crop", "clip":
            guard crop == nil else {
                throw SizingError(part.name, expected: "one of crop and clip", found: "both")
            }
            let pieces = (part.value ?? "").split(
                separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            let box = try Part(name: part.name, value: pieces[0]).box(isWhole: false)
            let place = pieces.count > 1 ? try part.position(pieces[1]) : nil
            crop = Crop(box.width, box.height, at: place, clips: part.name == "clip")
        case "at": position = try part.position(part.value)
        case "extend", "extend-ratio":
            guard canvas == nil else {
                throw SizingError(
                    part.name, expected: "one of extend and extend-ratio", found: "both")
            }
            let place = part.value == nil ? .center : try part.position(part.value)
            canvas = part.name == "extend" ? .box(place) : .aspectRatio(place)
        case "pad": padding = try part.padding()
        default:
            throw SizingError(
                "",
                expected: "min, max, zoom, dpr, enlarge, adapt, filter, turn, mirror, crop, clip, "
                    + "at, extend, extend-ratio or pad", found: part.name)
        }
    }
}

/// A part of a spelling: a name, and a value behind a colon.
private struct Part {
    let name: Substring
    let value: Substring?

    init(name: Substring, value: Substring?) {
        (self.name, self.value) = (name, value)
    }

    init(_ text: some StringProtocol) {
        let text = Substring(text)
        let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(name: pieces[0], value: pieces.count > 1 ? pieces[1] : nil)
    }

    func error(_ expected: String) -> SizingError {
        SizingError(name, expected: expected, found: value ?? "")
    }

    func checkFlag() throws(SizingError) {
        if value != nil { throw error("no value") }
    }

    /// Reads decimal digits.
    func whole(
        _ expected: String, _ text: Substring?, from least: Int = 0
    ) throws(SizingError) -> Int {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(text), (least...TargetSizing.longest).contains(number)
        else { throw error(expected) }
        return number
    }

    func factor(_ text: Substring?) throws(SizingError) -> Double {
        guard let number = text.flatMap({ Double(decimal: $0) }),
            TargetSizing.factors.contains(number)
        else { throw error("a number above 0, such as 2 or 1.5") }
        return number
    }

    func zoom() throws(SizingError) -> (Double, Double) {
        let factors = (value ?? "").split(
            separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        let x = try factor(factors[0])
        return (x, factors.count > 1 ? try factor(factors[1]) : x)
    }

    /// Reads `300x200`, `300x` or `x200`, of a crop also `x` and shares.
    func box(isWhole: Bool) throws(SizingError) -> (width: Double, height: Double) {
        let expected =
            isWhole
            ? "a size such as 300x200, 300x or x200"
            : "a size such as 300x200 or 0.5x0.5, and @ with a position"
        let sides = (value ?? "").split(
            separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { throw error(expected) }
        let lengths = try sides.map { (side) throws(SizingError) -> Double in
            if side.isEmpty { return 0 }
            if isWhole { return Double(try whole(expected, side, from: 1)) }
            guard let length = Double(decimal: side), length > 0,
                length <= Double(TargetSizing.longest)
            else { throw error(expected) }
            return length
        }
        guard !isWhole || lengths[0] > 0 || lengths[1] > 0 else { throw error(expected) }
        return (lengths[0], lengths[1])
    }

    func position(_ text: Substring?) throws(SizingError) -> CropPosition {
        guard let position = CropPosition(spelled: text ?? ""), position.isWithinSides else {
            throw error(CropPosition.forms)
        }
        return position
    }

    func padding() throws(SizingError) -> TargetSizing.Padding {
        let expected = "four numbers of pixels, as in pad:10:20:10:20"
        let sides = try (value ?? "").split(separator: ":", omittingEmptySubsequences: false)
            .map { (side) throws(SizingError) in try whole(expected, side) }
        guard sides.count == 4 else { throw error(expected) }
        return TargetSizing.Padding(
            top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    }
}
