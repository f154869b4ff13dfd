import WebImageCaching
import WebImageRuntime

/// The text that a first step answers with: one URL in UTF-8, white space and a byte order mark around it.
///
/// A relative one is resolved against the URL that answered, after redirects; what a URL may not
/// contain is escaped. Failures tell what is wrong, never the text.
struct TwoStepURLText {
    private let text: String
    private let head: ResponseHead

    /// Reads the bytes of an answer.
    init(bytes: [UInt8], head: ResponseHead) throws(LoadFailure) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Self.failure("the answer is not UTF-8", head)
        }
        self.text = text
        self.head = head
    }

    /// The address it leads to.
    func target(read: (String) -> String?) throws(LoadFailure) -> HTTPAddress {
        guard let found = read(text) else { throw failure("the answer names no URL") }
        let url = found.trimming(where: \.isWhitespace)
        guard !url.isEmpty else { throw failure("the answer is empty") }
        guard url.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 && $0 != "<" })
        else { throw failure("the answer is more than one URL") }
        let base = try? HTTPAddress(head.url)
        let target: HTTPAddress
        do throws(HTTPAddress.Refusal) {
            target = if let base { try base.resolving(url) } else { try HTTPAddress(url) }
        } catch {
            throw failure("the answer is no URL to follow: \(error.reason)")
        }
        if base?.origin.scheme == "https", target.origin.scheme == "http" {
            throw failure("the answer leads from https to http")
        }
        return target
    }

    private func failure(_ reason: String) -> LoadFailure { Self.failure(reason, head) }

    private static func failure(_ reason: String, _ head: ResponseHead) -> LoadFailure {
        LoadFailure(.unresolved, "first step: \(reason)", head: head)
    }
}

extension String {
    /// The text without characters of a kind at both ends.
    fileprivate func trimming(where isDropped: (Character) -> Bool) -> String {
        var rest = self[...].drop(while: isDropped)
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return String(rest)
    }
}
