import WebImageCoding
import WebImageLoading
import WebImageTransforms

// The options and the source of an address.
extension WebImageGrammar {
    /// Sets the properties that options state: those of a preset first, wherever it stands.
    ///
    /// - Returns: `true` if one of them is the format, in the address itself.
    @discardableResult func readOptions(
        _ text: Substring, into plan: inout ImagePlan
    ) throws(URLFault) -> Bool {
        let options = try Self.options(text)
        for (option, value) in options where option == .preset {
            let name = value ?? ""
            guard let preset = presets[name] else {
                let hint = presets.keys.sorted().hint(for: name)
                throw URLFault(
                    .option, part: option.rawValue, "unknown preset '\(name.prefix(40))'\(hint)",
                    told: "\(option.rawValue): unknown preset")
            }
            for (option, value) in try Self.options(preset[...]) {
                guard option != .preset else { throw option.fault("expected none in a preset") }
                try option.read(value, into: &plan)
            }
        }
        for (option, value) in options {
            guard allowsLimits || !option.isLimit else {
                throw URLFault(
                    .forbiddenOption, of: option.rawValue, "the server does not allow it")
            }
            try option.read(value, into: &plan)
        }
        return options.contains { $0.option == .format }
    }

    /// Returns the options of a list, each of which stands there at most once.
    private static func options(
        _ text: Substring
    ) throws(URLFault) -> [(option: NativeOption, value: String?)] {
        if text == none { return [] }
        var options: [(option: NativeOption, value: String?)] = []
        for text in text.split(separator: ";", omittingEmptySubsequences: false) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = NativeOption(rawValue: String(parts[0])) else {
                throw unknown(String(parts[0]))
            }
            guard !options.contains(where: { $0.option == option }) else {
                throw option.fault("expected it once")
            }
            let value = parts.count > 1 ? String(spelling: parts[1]) : nil
            guard parts.count == 1 || value != nil else {
                throw option.fault("a percent escape is no text")
            }
            options.append((option, value))
        }
        return options
    }

    private static func unknown(_ name: String) -> URLFault {
        let names = NativeOption.allCases.map(\.rawValue)
        let reason =
            names.nearest(to: name).map { "unknown option; did you mean '\($0)'?" }
            ?? "unknown option; known are \(names.joined(separator: ", "))"
        return URLFault(.option, part: name, reason)
    }

    /// Sets the source, and the format behind it, which an option has not stated as well.
    func readSource(
        _ text: Substring, hasFormat: Bool, into plan: inout ImagePlan
    ) throws(URLFault) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2 else {
            throw URLFault(.source, part: text, "expected %40 for each @ of the address")
        }
        if parts.count == 2 {
            guard !hasFormat else { throw URLFault(of: "format", "expected it once") }
            plan.encoding.format = try NativeOption.format(String(parts[1]))
        }
        plan.address = try allowed(try SourceAddress(try Self.source(parts[0])))
        if case .picture(let text)? = plan.fallback {
            plan.fallback = .picture(try allowed(try SourceAddress(text)).text)
        }
    }

    private func allowed(_ address: SourceAddress) throws(URLFault) -> SourceAddress {
        guard allowedSources.isEmpty || allowedSources.contains(where: { $0.allows(address) })
        else {
            throw URLFault(
                .forbiddenSource, part: address.text, "the source is not allowed", source: address)
        }
        return address
    }

    private static func source(_ text: Substring) throws(URLFault) -> String {
        let head = "plain/"
        if text.utf8.starts(with: head.utf8) {
            guard let address = String(spelling: text.dropFirst(head.utf8.count)) else {
                throw URLFault(.source, part: text, "a percent escape is no text")
            }
            return address
        }
        guard let address = Base64URL.text(text.filter { $0 != "/" }) else {
            throw URLFault(.source, part: text, "expected plain/, or Base64 of addresses")
        }
        return address
    }
}
