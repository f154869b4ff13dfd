import WebImageCaching
import WebImageRuntime

/// A set of HTTP statuses, as ranges.
///
/// ```swift
/// let set = StatusSet(200...299, 404...404)
/// ```
public struct StatusSet: Hashable, Sendable {
    /// The ranges in order, neither overlapping nor touching, so that equal sets are equal.
    public let ranges: [ClosedRange<Int>]

    /// The statuses in any of the ranges.
    public init(_ ranges: ClosedRange<Int>...) { self.init(ranges) }

    /// The statuses in any of the ranges.
    public init(_ ranges: [ClosedRange<Int>]) {
        self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
            .reduce(into: []) { merged, range in
                // Subtracted where nothing can overflow: a range may end at the last number.
                guard let last = merged.last,
                    range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound
                else {
                    merged.append(range)
                    return
                }
                merged[merged.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            }
    }

    /// 200 to 299.
    public static let success = StatusSet(200...299)

    /// Every status.
    public static let any = StatusSet(Int.min...Int.max)

    /// Whether the status is one of them.
    public func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }
}

extension StatusSet: ExpressibleByArrayLiteral {
    /// Single statuses, as in `[200, 404]`.
    public init(arrayLiteral statuses: Int...) { self.init(statuses.map { $0...$0 }) }
}

extension StatusSet: Spellable {
    /// `any`, `none`, or ranges such as `200-299+404`.
    public var spelling: String {
        if self == .any { return "any" }
        if ranges.isEmpty { return "none" }
        return ranges.map { range in
            range.lowerBound == range.upperBound
                ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        .joined(separator: "+")
    }

    /// Reads `any`, `none`, or ranges of numbers that are not negative.
    public init?(spelling: some StringProtocol) {
        switch spelling {
        case "any": self = .any
        case "none": self.init([])
        default:
            var ranges: [ClosedRange<Int>] = []
            for part in spelling.split(separator: "+", omittingEmptySubsequences: false) {
                guard let range = Self.range(part) else { return nil }
                ranges.append(range)
            }
            self.init(ranges)
        }
    }

    private static func range(_ text: some StringProtocol) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
            .map { end in end.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } ? Int(end) : nil }
        guard ends.count <= 2, case let lower?? = ends.first, case let upper?? = ends.last,
            lower <= upper
        else { return nil }
        return lower...upper
    }
}
