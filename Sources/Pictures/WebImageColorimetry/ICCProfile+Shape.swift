import WebImageBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

extension ICCProfile {
    /// The curves of a profile, and the matrix of red, green and blue.
    struct Shape {
        /// The light of each sample of 16 bits, of each channel, or one table for all.
        let curves: [[Float]]
        /// The matrix from linear light to XYZ under D50.
        let columns: Chromaticities.Columns
    }

    /// The curves and the matrix; nil for a profile with tables of colours, and a damaged one: with
    /// a flat curve, or colours out of all range or in one plane.
    var shape: Shape? {
        let tags = tags
        guard !["A2B0", "A2B1", "D2B0", "D2B1"].contains(where: { tags[$0] != nil }) else {
            return nil
        }
        let names = isGray ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
        let places = names.compactMap { tags[$0] }
        guard places.count == names.count else { return nil }
        let isShared = Set(places).count == 1
        let curves = (isShared ? [places[0]] : places).compactMap(curve)
        guard curves.count == (isShared ? 1 : 3) else { return nil }
        if isGray {
            return ColorPrimaries.bt709.chromaticities.adapted.map {
                Shape(curves: curves, columns: $0.columns)
            }
        }
        let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0] }.compactMap(xyz)
        // Volumes of rounded numbers are below 0.00002, that of sRGB is 0.2.
        guard columns.count == 3, columns.allSatisfy({ max($0.max(), -$0.min()) <= 4 }),
            abs(Chromaticities.volume(columns[0], columns[1], columns[2])) >= 0.0001
        else { return nil }
        return Shape(curves: curves, columns: (columns[0], columns[1], columns[2]))
    }

    /// `true` for curves and a matrix from which a conversion can be built, and that primaries and
    /// a white describe, too, within the range of libjxl.
    package var isConvertible: Bool {
        guard hasIntent, let shape else { return false }
        guard !isGray else { return true }
        guard let places = chromaticities(of: shape.columns), places.adapted != nil else {
            return false
        }
        return [places.red, places.green, places.blue].allSatisfy { max($0.max(), -$0.min()) < 2 }
    }

    /// Returns the places of primaries by the white and the adaptation that the profile states.
    private func chromaticities(of columns: Chromaticities.Columns) -> Chromaticities? {
        let tags = tags
        guard let white = tags["wtpt"].flatMap(xyz) else { return nil }
        guard let place = tags["chad"] else {
            return Chromaticities(adapted: columns, white: white, adaptation: nil)
        }
        guard let adaptation = matrix(in: place),
            let own = Chromaticities.solve(adaptation, white)
        else { return nil }
        return Chromaticities(adapted: columns, white: own, adaptation: adaptation)
    }

    /// The primaries that the tag `cicp` states; nil without it.
    package var statedPrimaries: ColorPrimaries? { stated(0).flatMap(ColorPrimaries.init) }

    /// The curve that the tag `cicp` states; nil without it.
    var statedTransfer: TransferFunction? { stated(1).flatMap(TransferFunction.init) }

    /// Returns a number of the tag `cicp`.
    private func stated(_ index: Int) -> Int? {
        guard let place = tags["cicp"], place.count >= 12 else { return nil }
        return Int(bytes[place.lowerBound + 8 + index])
    }

    /// The places of the tags by their names.
    private var tags: [String: Range<Int>] {
        var result: [String: Range<Int>] = [:]
        for index in 0..<word(at: 128) {
            let entry = 132 + index * 12
            let (start, count) = (word(at: entry + 4), word(at: entry + 8))
            let name = String(decoding: bytes[entry..<entry + 4], as: UTF8.self)
            if result[name] == nil { result[name] = start..<start + count }
        }
        return result
    }

    /// Returns a vector of XYZ; nil for another kind of tag.
    private func xyz(in place: Range<Int>) -> SIMD3<Double>? {
        guard place.count >= 20, has("XYZ ", at: place) else { return nil }
        return SIMD3(
            fixed(at: place.lowerBound + 8), fixed(at: place.lowerBound + 12),
            fixed(at: place.lowerBound + 16))
    }

    /// Returns a matrix, whose rows a tag has; nil for another kind of tag.
    private func matrix(in place: Range<Int>) -> Chromaticities.Columns? {
        guard place.count >= 44, has("sf32", at: place) else { return nil }
        let numbers = (0..<9).map { fixed(at: place.lowerBound + 8 + $0 * 4) }
        func column(_ index: Int) -> SIMD3<Double> {
            SIMD3(numbers[index], numbers[index + 3], numbers[index + 6])
        }
        return (column(0), column(1), column(2))
    }

    /// Returns the light of each sample of 16 bits, 0 to 1; nil for another kind of tag, and a
    /// curve that is flat but for its ends, as a gamma of 0 is.
    private func curve(in place: Range<Int>) -> [Float]? {
        guard place.count >= 12 else { return nil }
        let function: (Double) -> Double
        if has("para", at: place), let found = parametric(in: place) {
            function = found
        } else if has("curv", at: place), let found = sampled(in: place) {
            function = found
        } else {
            return nil
        }
        let light = (0...65535).map { Float(function(Double($0) / 65535)) }
        let inner = (1...15).map { light[$0 * 4096] }
        guard (inner.max() ?? 0) - (inner.min() ?? 0) >= 1 / 64 else { return nil }
        return light.allSatisfy { $0 >= -0.01 && $0 <= 1.01 } ? light : nil
    }

    /// Returns a parametric curve (ICC.1:2022, 10.18).
    private func parametric(in place: Range<Int>) -> ((Double) -> Double)? {
        let kind = Int(bytes[place.lowerBound + 8]) << 8 | Int(bytes[place.lowerBound + 9])
        let counts = [1, 3, 4, 5, 7]
        guard counts.indices.contains(kind), place.count >= 12 + counts[kind] * 4 else {
            return nil
        }
        let p = (0..<counts[kind]).map { fixed(at: place.lowerBound + 12 + $0 * 4) }
        let (gamma, a, b) = (p[0], kind > 0 ? p[1] : 1, kind > 0 ? p[2] : 0)
        guard a > 0, gamma > 0 else { return nil }
        // Below the break the curve is linear.
        let (start, slope, low, high) =
            switch kind {
            case 0: (0.0, 0.0, 0.0, 0.0)
            case 1: (-b / a, 0.0, 0.0, 0.0)
            case 2: (-b / a, 0.0, p[3], p[3])
            case 3: (p[4], p[3], 0.0, 0.0)
            default: (p[4], p[3], p[6], p[5])
            }
        return { $0 < start ? slope * $0 + low : pow(max(a * $0 + b, 0), gamma) + high }
    }

    /// Returns a curve by its samples, or a gamma (ICC.1:2022, 10.6).
    private func sampled(in place: Range<Int>) -> ((Double) -> Double)? {
        let count = word(at: place.lowerBound + 8)
        guard count <= (place.count - 12) / 2 else { return nil }
        func sample(_ index: Int) -> Double {
            let at = place.lowerBound + 12 + index * 2
            return Double(Int(bytes[at]) << 8 | Int(bytes[at + 1]))
        }
        switch count {
        case 0: return { $0 }
        case 1:
            let gamma = sample(0) / 256
            return gamma > 0 ? { pow($0, gamma) } : nil
        default:
            let samples = (0..<count).map { sample($0) / 65535 }
            return { value in
                let position = value * Double(count - 1)
                let entry = min(Int(position), count - 2)
                let step = samples[entry + 1] - samples[entry]
                return samples[entry] + step * (position - Double(entry))
            }
        }
    }

    private func has(_ name: String, at place: Range<Int>) -> Bool {
        bytes[place].prefix(4).elementsEqual(name.utf8)
    }

    private func word(at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private func fixed(at place: Int) -> Double {
        Double(Int32(truncatingIfNeeded: word(at: place))) / 65536
    }
}
