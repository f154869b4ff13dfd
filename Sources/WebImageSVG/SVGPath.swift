#if SVG
    /// Upper bounds of a path's measures, in its own units.
    struct SVGPath {
        /// The number of segments, and of curves among them.
        private(set) var pieces = 0.0
        private(set) var curves = 0.0
        private(set) var length = 0.0
        private(set) var width = 0.0
        private(set) var height = 0.0
        /// The largest absolute coordinate.
        private(set) var reach = 0.0
        /// The fill cost for each unit of height, summed over the height.
        private(set) var rows = 0.0
        /// The fill cost of the busiest row.
        private(set) var busiestRow = 0.0

        /// Creates a closed shape of straight or round sides.
        init(width: Double, height: Double, curves: Double) {
            (self.width, self.height, self.curves) = (width, height, curves)
            (pieces, length) = (4, 2 * (width + height))
            reach = max(width, height)
            rows = 2 * height * Self.rowWork(2)
            busiestRow = 2 * Self.rowWork(2)
        }

        /// Reads the path in the attribute `d`.
        init(path text: String) {
            var reader = SVGPathReader(text)
            reader.readPath()
            self.init(reader)
        }

        /// Reads the lines between the points of `points`.
        init(points text: String) {
            var reader = SVGPathReader(text)
            reader.readPoints()
            self.init(reader)
        }

        private init(_ reader: SVGPathReader) {
            let spans = reader.spans
            pieces = Double(spans.count)
            (curves, length, reach) = (reader.curves, reader.length, reader.reach)
            guard let low = spans.map(\.low).min(), let high = spans.map(\.high).max() else {
                return
            }
            (width, height) = (reader.width, high - low)
            let count = 512
            var starts = [Double](repeating: 0, count: count + 1)
            let step = max(height / Double(count), .leastNormalMagnitude)
            guard height.isFinite, step > 0 else {
                (rows, busiestRow) = (.infinity, pieces * Self.rowWork(pieces))
                return
            }
            for span in spans {
                let first = min(max(Int((span.low - low) / step), 0), count - 1)
                let last = min(max(Int((span.high - low) / step), first), count - 1)
                starts[first] += span.times
                starts[last + 1] -= span.times
            }
            var active = 0.0
            for place in 0..<count {
                active += starts[place]
                let work = active * Self.rowWork(active)
                rows += work * step
                busiestRow = max(busiestRow, work)
            }
        }

        /// Returns the nanoseconds for one of `edges` crossing edges in a row of pixels.
        private static func rowWork(_ edges: Double) -> Double {
            12 * (1 + 3 * max(edges, 0).squareRoot())
        }
    }

    /// A reader of numbers and commands (SVG 2, section 9.3); it continues after errors.
    struct SVGPathReader {
        /// The rows of a segment, and the maximum number of times that it crosses one of them.
        struct Span {
            var low: Double
            var high: Double
            var times: Double
        }

        private let bytes: [UInt8]
        private var place = 0
        private(set) var spans: [Span] = []
        private(set) var curves = 0.0
        private(set) var length = 0.0
        private(set) var reach = 0.0
        private var left = Double.infinity
        private var right = -Double.infinity
        private var now = SIMD2<Double>(0, 0)
        private var start = SIMD2<Double>(0, 0)

        init(_ text: String) {
            bytes = Array(text.utf8)
        }

        var width: Double { max(right - left, 0) }

        /// Returns all numbers of a text, regardless of the characters between them.
        static func numbers(in text: some StringProtocol) -> [Double] {
            var reader = SVGPathReader(String(text))
            var numbers: [Double] = []
            while reader.place < reader.bytes.count {
                if let number = reader.number() {
                    numbers.append(number)
                } else {
                    reader.place += 1
                }
            }
            return numbers
        }

        mutating func readPoints() {
            let numbers = Self.numbers(in: String(decoding: bytes, as: UTF8.self))
            for place in stride(from: 0, to: numbers.count - 1, by: 2) {
                let point = SIMD2(numbers[place], numbers[place + 1])
                if place == 0 { (now, start) = (point, point) }
                add([point], times: 1)
            }
            add([start], times: 1)
        }

        mutating func readPath() {
            var command = UInt8(ascii: "M")
            while let unit = nextUnit() {
                if (unit | 0x20) >= UInt8(ascii: "a"), (unit | 0x20) <= UInt8(ascii: "z") {
                    place += 1
                    command = unit
                    if unit | 0x20 == UInt8(ascii: "z") {
                        add([start], times: 1)
                        continue
                    }
                }
                let from = place
                guard draw(command) else {
                    if place == from { place += 1 }
                    continue
                }
                if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
                if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
            }
        }

        /// Reads the numbers of one command; returns `false` if there are too few.
        private mutating func draw(_ command: UInt8) -> Bool {
            let base = command >= UInt8(ascii: "a") ? now : SIMD2(0, 0)
            switch command | 0x20 {
            case UInt8(ascii: "m"):
                guard let point = point() else { return false }
                add([start], times: 1)
                now = base + point
                start = now
                add([], times: 0)
            case UInt8(ascii: "h"):
                guard let x = number() else { return false }
                add([SIMD2(base.x + x, now.y)], times: 1)
            case UInt8(ascii: "v"):
                guard let y = number() else { return false }
                add([SIMD2(now.x, base.y + y)], times: 1)
            case UInt8(ascii: "c"):
                guard let first = point(), let second = point(), let end = point() else {
                    return false
                }
                add([base + first, base + second, base + end], times: 3)
            case UInt8(ascii: "q"):
                guard let first = point(), let end = point() else { return false }
                add([base + first, base + end], times: 2)
            case UInt8(ascii: "s"):
                guard let first = point(), let end = point() else { return false }
                // The implied point mirrors one that is at most as far away.
                add([mirrored, base + first, base + end], times: 3)
            case UInt8(ascii: "a"): return drawArc(base)
            default:
                guard let point = point() else { return false }
                let isCurve = command | 0x20 == UInt8(ascii: "t")
                add(isCurve ? [mirrored, base + point] : [base + point], times: isCurve ? 2 : 1)
            }
            return true
        }

        /// The last control point, mirrored.
        private var mirrored: SIMD2<Double> { now + now - control }
        private var control = SIMD2<Double>(0, 0)

        private mutating func drawArc(_ base: SIMD2<Double>) -> Bool {
            guard let radii = point(), number() != nil, flag(), flag(), let end = point() else {
                return false
            }
            let target = base + end
            let way = target - now
            let chord = way.x.magnitude + way.y.magnitude
            let radius = max(radii.x.magnitude, radii.y.magnitude, chord)
            let middle = now
            for corner in [SIMD2(radius, radius), SIMD2(-radius, -radius)] {
                extend(to: middle + 2 * corner)
            }
            spans.append(
                Span(low: middle.y - 2 * radius, high: middle.y + 2 * radius, times: 2))
            curves += 4
            length += 7 * radius
            (now, control) = (target, target)
            return true
        }

        /// Adds a segment that lies within the hull of its points.
        private mutating func add(_ points: [SIMD2<Double>], times: Double) {
            var (low, high) = (now.y, now.y)
            var from = now
            extend(to: now)
            for point in points {
                extend(to: point)
                (low, high) = (min(low, point.y), max(high, point.y))
                let way = point - from
                length += (way.x * way.x + way.y * way.y).squareRoot()
                from = point
            }
            if points.count > 1 { curves += 1 }
            control = points.count > 1 ? points[points.count - 2] : from
            now = from
            if times > 0 { spans.append(Span(low: low, high: high, times: times)) }
        }

        private mutating func extend(to point: SIMD2<Double>) {
            (left, right) = (min(left, point.x), max(right, point.x))
            reach = max(reach, point.x.magnitude, point.y.magnitude)
        }

        private mutating func nextUnit() -> UInt8? {
            while place < bytes.count, Self.isGap(bytes[place]) { place += 1 }
            return place < bytes.count ? bytes[place] : nil
        }

        private mutating func point() -> SIMD2<Double>? {
            guard let x = number(), let y = number() else { return nil }
            return SIMD2(x, y)
        }

        /// Reads a flag, which is one digit without a required separator.
        private mutating func flag() -> Bool {
            guard let unit = nextUnit(), unit == 0x30 || unit == 0x31 else { return false }
            place += 1
            return true
        }

        private mutating func number() -> Double? {
            guard nextUnit() != nil else { return nil }
            let start = place
            if bytes[place] == 0x2B || bytes[place] == 0x2D { place += 1 }
            var digits = passDigits()
            if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
                place += 1
                digits += passDigits()
            }
            guard digits > 0 else {
                place = start
                return nil
            }
            passExponent()
            let text = String(decoding: bytes[start..<place], as: UTF8.self)
            // Within this bound, sums and squares stay finite.
            return Double(text).map { min(max($0, -1e30), 1e30) }
        }

        private mutating func passExponent() {
            guard place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") else { return }
            let start = place
            place += 1
            if place < bytes.count, bytes[place] == 0x2B || bytes[place] == 0x2D { place += 1 }
            if passDigits() == 0 { place = start }
        }

        private mutating func passDigits() -> Int {
            let start = place
            while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39 { place += 1 }
            return place - start
        }

        private static func isGap(_ unit: UInt8) -> Bool {
            unit <= 0x20 || unit == UInt8(ascii: ",")
        }
    }
#endif
