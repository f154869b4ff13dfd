/// The search for the part of a picture that has the most weight in an ``AttentionMap``.
struct AttentionSearch {
    private let part: PixelSize
    private let map: AttentionMap
    private let columns: AttentionAxis
    private let rows: AttentionAxis

    /// Creates the search for a part of a picture of `size`, no larger than it.
    init(of part: PixelSize, in size: PixelSize, _ map: AttentionMap) {
        self.part = part
        self.map = map
        columns = AttentionAxis(
            part: part.width, side: size.width, count: map.size.width, middle: 50)
        // Faces and heads are more often above the middle than below it.
        rows = AttentionAxis(
            part: part.height, side: size.height, count: map.size.height, middle: 42)
    }

    /// Returns the rectangle of the most weight, of several the first; nil if the map has none.
    func best() -> PixelRect? {
        let table = table()
        var (most, best): (Int64, PixelRect?) = (0, nil)
        for row in rows.places {
            let line = line(of: row, table)
            for column in columns.places {
                let sum = Self.value(line, at: column.end) - Self.value(line, at: column.start)
                let value = (sum >> 8) * ((column.share * row.share) >> 10)
                guard value > most else { continue }
                most = value
                best = PixelRect(x: column.origin, y: row.origin, size: part)
            }
        }
        return best
    }

    /// Returns the sums of all weights above and to the left, row after row, from an empty one.
    private func table() -> [Int64] {
        let stride = map.size.width + 1
        var sums = [Int64](repeating: 0, count: stride * (map.size.height + 1))
        for y in 0..<map.size.height {
            var row: Int64 = 0
            for x in 0..<map.size.width {
                row += Int64(map.weights[y * map.size.width + x])
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
            }
        }
        return sums
    }

    /// Returns the sums of the weights to the left within the rows of a place, times 256.
    private func line(of place: AttentionAxis.Place, _ table: [Int64]) -> [Int64] {
        let stride = map.size.width + 1
        return (0..<stride).map { x in
            let column = { (y: Int) in table[y * stride + x] }
            return Self.value(map.size.height, at: place.end, column)
                - Self.value(map.size.height, at: place.start, column)
        }
    }

    private static func value(_ line: [Int64], at place: Int) -> Int64 {
        value(line.count - 1, at: place) { line[$0] }
    }

    /// Returns the sum at a place in 256ths of a pixel, times 256, between the sums of whole
    /// pixels.
    private static func value(_ last: Int, at place: Int, _ sum: (Int) -> Int64) -> Int64 {
        let (whole, share) = (place >> 8, Int64(place & 255))
        let start = sum(whole)
        return (start << 8) + (sum(min(whole + 1, last)) - start) * share
    }
}

/// The places of a part along one axis of a picture, about a pixel of the map apart.
struct AttentionAxis {
    /// One place of the part.
    struct Place {
        /// The first column or row in pixels of the picture.
        let origin: Int
        /// The begin and the end in 256ths of a pixel of the map.
        let start, end: Int
        /// The share of the weight that counts, in 1024ths.
        let share: Int64
    }

    let places: [Place]

    /// Creates the places.
    ///
    /// With *d* the distance of the part's middle from the picture's, 1 at the edges, 1 − 0.8 *d*²
    /// of a weight counts.
    ///
    /// - Parameters:
    ///   - part: The part's side in pixels, at most `side`.
    ///   - side: The picture's side in pixels.
    ///   - count: The map's side in pixels.
    ///   - middle: The place that is the best of equal ones, in hundredths of the side.
    init(part: Int, side: Int, count: Int, middle: Int) {
        let free = side - part
        let steps = min(free, max(2, (free * count + side - 1) / side))
        // In halves of a pixel, where the part's middle can reach.
        let best = min(max(2 * side * middle / 100, part), 2 * side - part)
        places = (0...steps).map { step in
            let origin = steps == 0 ? 0 : (step * free + steps / 2) / steps
            let distance = Int64((2 * origin + part - best) * 1024 / side)
            return Place(
                origin: origin, start: origin * count * 256 / side,
                end: (origin + part) * count * 256 / side,
                share: max(1, 1024 - ((distance * distance * 819) >> 20)))
        }
    }
}
