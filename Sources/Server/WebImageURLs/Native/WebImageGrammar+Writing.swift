import WebImageCoding
import WebImageTransforms

// Addresses from plans.
extension WebImageGrammar {
    /// Returns the address of a plan, signed by the first key; ``plan(for:at:)`` reads it as the
    /// same plan.
    ///
    /// One plan has one address in each of the two forms of its source.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - isPlain: `true` to write the source so that people can read it, `false` for Base64,
    ///     which
    ///     proxies leave as it is.
    /// - Throws: `URLFault` for a source that is none, and for a property that addresses do not
    ///   have, such as a watermark.
    public func address(of plan: ImagePlan, isPlain: Bool = false) throws(URLFault) -> String {
        _ = try SourceAddress(plan.source)
        // A colour is read without its `#`, too, which an address may not have.
        let transforms = plan.transforms.map { Self.escaped($0.spelling.filter { $0 != "#" }) }
        let source =
            isPlain
            ? "plain/" + PercentCoding.encodeComponent(plan.source)
            : Base64URL.encode(plan.source.utf8)
        let rest = plan.written(transforms, source: source) {
            $0.value(in: plan).map(Self.escaped)
        }
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
            case 48...57, 65...90, 97...122, 45, 46, 95, 126, 40, 41, 43, 44, 58, 64: true
            default: false
            }
        }
    }
}

extension ImagePlan {
    /// The plan for logs, in the form of the library's own addresses, made of what was read:
    /// `/{names of transforms}/{options}/{scheme, host and path of the source}@{format}`.
    ///
    /// It has no query and no user of an address, nor a text that a client chose, such as a file's
    /// name.
    package var told: String {
        "/"
            + written((effects + transforms).map(\.name), source: address.place) { option in
                if option == .fallback, case .picture(let address)? = fallback {
                    return SourceAddress(reading: address).place
                }
                return option == .filename ? nil : option.value(in: self)
            }
    }

    /// Returns transforms, options by their values, source and format as an address has them.
    fileprivate func written(
        _ transforms: [String], source: String, value: (NativeOption) -> String?
    ) -> String {
        let options = NativeOption.allCases.compactMap { option in
            value(option).map { option.rawValue + ($0.isEmpty ? "" : "=\($0)") }
        }
        let lists = [transforms, options].map {
            $0.isEmpty ? WebImageGrammar.none : $0.joined(separator: ";")
        }
        let format = encoding.format.map { "@\($0.rawValue)" } ?? ""
        return "\(lists[0])/\(lists[1])/\(source)\(format)"
    }
}
