import WebImageCoding
import WebImageTransforms

extension ImagePlan {
    /// The plan for logs, in the form of the library's own addresses, made of what was read:
    /// `/{names of transforms}/{options}/{scheme, host and path of the source}@{format}`.
    ///
    /// It has no query and no user of an address, nor a text that a client chose, such as a file's name.
    package var told: String {
        let options = NativeOption.allCases.compactMap { option -> String? in
            guard option != .filename, var value = option.value(in: self) else { return nil }
            if option == .fallback, case .picture(let address)? = fallback {
                value = SourceAddress(reading: address).place
            }
            return option.rawValue + (value.isEmpty ? "" : "=\(value)")
        }
        let lists = [(effects + transforms).map(\.name), options].map {
            $0.isEmpty ? "-" : $0.joined(separator: ";")
        }
        let format = encoding.format.map { "@\($0.rawValue)" } ?? ""
        return "/\(lists[0])/\(lists[1])/\(address.place)\(format)"
    }
}
