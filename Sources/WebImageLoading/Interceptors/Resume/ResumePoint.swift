package import FoundationEssentials
package import WebImageCaching

/// Where a broken download stands, and what an answer to the request for the rest means.
///
/// Pure: ``Resume`` sends the requests and waits.
package struct ResumePoint: Hashable, Sendable {
    /// What to do with an answer.
    package enum Verdict: Hashable, Sendable {
        /// Its bytes follow those that are there, after so many that are there already.
        case goOn(skipping: Int)
        /// All bytes are there.
        case complete
        /// The bytes that are there are void.
        case startOver(LoadFailure)
        /// It is neither bytes nor a refusal of the range.
        case failed(LoadFailure)
    }

    /// What answered, behind all redirects: a validator says nothing about another URL's bytes.
    package let url: String
    /// Proves that the bytes are still the same.
    package let validator: StrongValidator
    /// The number of bytes in all, nil if unknown.
    package private(set) var byteCount: Int?
    /// The number of bytes that are there.
    package var receivedByteCount = 0

    /// The beginning of a download that can be resumed; nil for an answer that cannot.
    ///
    /// It can where the answer is whole (status 200), not encoded, and has a strong validator.
    package init?(_ answer: LoadedBody, to request: LoadRequest, now: Date) {
        let headers = answer.head.headers
        guard request.method == "GET", request.headers["Range"] == nil,
            answer.origin == .network, answer.head.status == 200,
            headers["Accept-Ranges"]?.trimmingSpaces != "none", !Self.isEncoded(headers),
            let validator = StrongValidator(answer.head, now: now)
        else { return nil }
        url = answer.head.url
        self.validator = validator
        byteCount = answer.expectedByteCount
    }

    /// Whether all announced bytes are there.
    package var isComplete: Bool { byteCount == receivedByteCount }

    /// Whether the body ended before all announced bytes were there.
    package var isShort: Bool { byteCount.map { receivedByteCount < $0 } ?? false }

    /// The request for what is missing.
    package func request(from request: LoadRequest) -> LoadRequest {
        var request = request
        request.headers["Range"] = "bytes=\(receivedByteCount)-"
        request.headers["If-Range"] = validator.field
        // An encoded rest would not continue bytes that are not encoded.
        request.headers["Accept-Encoding"] = "identity"
        // A 304 would speak of what a cache holds, not of these bytes.
        request.attributes[Revalidation.Stored.self] = nil
        return request
    }

    /// Judges the answer to that request.
    package mutating func judge(_ head: ResponseHead) -> Verdict {
        if head.url != url, [200, 206, 416].contains(head.status) {
            return .startOver(Self.changed(head))
        }
        return switch head.status {
        case 206: partial(head)
        case 200: whole(head)
        case 416: refused(head)
        default:
            .failed(
                LoadFailure(
                    .status(head.status), "status \(head.status) for the rest of a broken download",
                    head: head))
        }
    }

    private mutating func partial(_ head: ResponseHead) -> Verdict {
        // A server may leave the validator out, `If-Range` has compared it already.
        guard validator.matches(head) != false else { return .startOver(Self.changed(head)) }
        guard !Self.isEncoded(head.headers),
            let field = head.headers["Content-Range"], let found = ContentRange(field),
            found.range?.lowerBound == receivedByteCount,
            byteCount == nil || found.byteCount == nil || found.byteCount == byteCount
        else {
            let found = head.headers["Content-Range"] ?? "none"
            return .startOver(
                LoadFailure(
                    .malformed,
                    "bytes from \(receivedByteCount) of \(byteCount.map(String.init) ?? "?") were "
                        + "asked for; the answer's Content-Range is \(found)", head: head))
        }
        byteCount = byteCount ?? found.byteCount
        return .goOn(skipping: 0)
    }

    private func whole(_ head: ResponseHead) -> Verdict {
        validator.matches(head) == true && !Self.isEncoded(head.headers)
            ? .goOn(skipping: receivedByteCount) : .startOver(Self.changed(head))
    }

    private func refused(_ head: ResponseHead) -> Verdict {
        let found = head.headers["Content-Range"].flatMap(ContentRange.init)?.byteCount
        // A body of unknown length that broke after its last byte.
        let isAll = found == receivedByteCount && validator.matches(head) != false
        return isAll ? .complete : .startOver(Self.changed(head))
    }

    private static func changed(_ head: ResponseHead) -> LoadFailure {
        LoadFailure(
            .changed, "it changed while it was being loaded, or its rest is not to be had",
            head: head)
    }

    private static func isEncoded(_ headers: HeaderFields) -> Bool {
        headers.values("Content-Encoding").contains {
            !$0.trimmingSpaces.equalsIgnoringCase("identity")
        }
    }
}
