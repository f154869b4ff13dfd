import WebImageCaching

/// A set of HTTP statuses, as ranges.
///
/// ```swift
/// let set = StatusSet(200...299, 404...404)
/// ```
public struct StatusSet: Hashable, Sendable {
    /// The ranges in order, neither overlapping nor touching, so that equal sets are equal.
    package let ranges: [ClosedRange<Int>]

    /// Creates the set of the statuses in any of the ranges.
    public init(_ ranges: ClosedRange<Int>...) { self.init(ranges) }

    /// Creates the set of the statuses in any of the ranges.
    package init(_ ranges: [ClosedRange<Int>]) {
        self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
            .reduce(into: []) { merged, range in
                // Subtraction cannot overflow here: a range may end at the last number.
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

    /// Reads `any`, or statuses from 100 to 999 and ranges of them, between commas, such as
    /// `200-299,404`.
    public init?(_ text: some StringProtocol) {
        if text == "any" {
            self = .any
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let ranges = parts.map { part -> ClosedRange<Int>? in
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { end in
                Int(digits: end.trimmingSpaces).flatMap { (100...999).contains($0) ? $0 : nil }
            }
            guard (1...2).contains(ends.count), let first = ends[0],
                let last = ends[ends.count - 1],
                first <= last
            else { return nil }
            return first...last
        }
        guard ranges.allSatisfy({ $0 != nil }) else { return nil }
        self.init(ranges.compactMap(\.self))
    }

    /// Returns `true` if the status is in the set.
    public func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }
}

extension StatusSet: ExpressibleByArrayLiteral {
    /// Creates a set of single statuses, as in `[200, 404]`.
    public init(arrayLiteral statuses: Int...) { self.init(statuses.map { $0...$0 }) }
}

extension StatusSet: Spellable {
    /// `any`, `none`, or ranges such as `200-299+404`.
    public var spelling: String { self == .any ? "any" : text(range: "-", separator: "+") }

    /// Returns the ranges with a text between the ends of each, and one between ranges.
    func text(range: String, separator: String) -> String {
        if ranges.isEmpty { return "none" }
        return ranges.map { statuses in
            let (first, last) = (statuses.lowerBound, statuses.upperBound)
            return first == last ? "\(first)" : "\(first)\(range)\(last)"
        }
        .joined(separator: separator)
    }
}
