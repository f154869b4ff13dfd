import WebImageCoding
import WebImageTransforms

// Addresses from plans.
extension WebImageGrammar {
    /// Returns the address of a plan, signed by the first key; ``plan(for:at:)`` reads it as the same plan.
    ///
    /// One plan has one address in each of the two forms of its source.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - isPlain: `true` to write the source so that people can read it, `false` for Base64, which
    ///     proxies leave as it is.
    /// - Throws: `URLFault` for a source that is none, and for a property that addresses do not have,
    ///   such as a watermark.
    public func address(of plan: ImagePlan, isPlain: Bool = false) throws(URLFault) -> String {
        _ = try SourceAddress(plan.source)
        var options: [String] = []
        for option in NativeOption.allCases {
            guard let value = option.value(in: plan) else { continue }
            options.append(option.rawValue + (value.isEmpty ? "" : "=" + Self.escaped(value)))
        }
        // A colour is read without its `#`, too, which an address may not have.
        let transforms = plan.transforms.map { Self.escaped($0.spelling.filter { $0 != "#" }) }
        let lists = [transforms, options].map {
            $0.isEmpty ? Self.none : $0.joined(separator: ";")
        }
        let source =
            isPlain
            ? "plain/" + PercentCoding.encodeComponent(plan.source)
            : Base64URL.encode(Array(plan.source.utf8))
        let format = plan.encoding.format.map { "@\($0.rawValue)" } ?? ""
        let rest = "\(lists[0])/\(lists[1])/\(source)\(format)"
        let signature = keys.first.map { Self.signature(of: Self.head + rest, $0) } ?? Self.none
        let address = Self.head + "\(signature)/\(rest)"
        try checkReading(plan, of: address)
        return address
    }

    /// Refuses a plan that its address does not state, or states in another way.
    private func checkReading(_ plan: ImagePlan, of address: String) throws(URLFault) {
        var reader = self
        (reader.allowedSources, reader.allowsLimits) = ([], true)
        let found = try reader.plan(for: address, at: .min)
        guard found == plan else {
            throw URLFault(
                .option, part: plan.source, "the plan has a property that addresses do not have")
        }
    }

    /// Returns the text of a transform or value with all bytes escaped that divide addresses.
    private static func escaped(_ text: String) -> String {
        PercentCoding.encode(text[...], keepsEscapes: false) { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: true
            case 40, 41, 43, 44, 58, 64: true
            default: false
            }
        }
    }
}
