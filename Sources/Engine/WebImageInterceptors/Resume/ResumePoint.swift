package import FoundationEssentials
package import WebImageCaching
package import WebImageLoading

/// The state of a broken download, and the meaning of a response to the request for its rest.
///
/// Pure; ``Resume`` sends the requests and waits.
package struct ResumePoint: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        /// Its bytes continue the download, after as many as are to be skipped.
        case goOn(skipping: Int)
        case complete
        /// The bytes that have arrived are void.
        case startOver(LoadFailure)
        /// The response has neither bytes nor a refusal of the range.
        case failed(LoadFailure)
    }

    /// The URL after all redirects: a validator does not apply to another URL's bytes.
    ///
    /// Only a query may change, as in a signed URL, under an entity tag.
    package let url: String
    package let validator: StrongValidator
    /// The number of all bytes, nil if unknown.
    package private(set) var byteCount: Int?
    package var receivedByteCount = 0

    /// Creates the beginning of a download; nil for a response that cannot be resumed.
    ///
    /// It can if it is whole (status 200), not encoded, and has a strong validator.
    package init?(_ response: LoadedBody, to request: LoadRequest, now: Date) {
        let headers = response.head.headers
        guard request.method == "GET", request.headers["Range"] == nil,
            response.origin == .network, response.head.status == 200,
            headers.tokens("Accept-Ranges") != ["none"], !Self.isEncoded(headers),
            let validator = StrongValidator(response.head, now: now)
        else { return nil }
        url = response.head.url
        self.validator = validator
        byteCount = response.expectedByteCount
    }

    /// `true` if announced bytes are missing.
    package var isShort: Bool { byteCount.map { receivedByteCount < $0 } ?? false }

    /// Returns the request for the missing bytes.
    package func request(from request: LoadRequest) -> LoadRequest {
        var request = request
        request.headers["Range"] = "bytes=\(receivedByteCount)-"
        request.headers["If-Range"] = validator.field
        // An encoded rest would not continue bytes that are not encoded.
        request.headers["Accept-Encoding"] = "identity"
        // A 304 would confirm the bytes of a cache, not these.
        request.attributes[Revalidation.Stored.self] = nil
        return request
    }

    package mutating func judge(_ head: ResponseHead) -> Verdict {
        if [200, 206, 416].contains(head.status), head.url != url, !isSignedAnew(head) {
            return .startOver(Self.changed(head))
        }
        return switch head.status {
        case 206: partial(head)
        case 200: whole(head)
        case 416: refused(head)
        default:
            .failed(
                LoadFailure(
                    .status(head.status), "status \(head.status) when resuming a broken download",
                    head: head))
        }
    }

    /// `true` if a response of another URL has the bytes of this one: its entity tag says so, and
    /// only the queries differ.
    private func isSignedAnew(_ head: ResponseHead) -> Bool {
        func path(_ url: String) -> Substring { url.prefix { $0 != "?" && $0 != "#" } }
        return validator.isEntityTag && validator.matches(head) == true
            && path(head.url) == path(url)
    }

    private mutating func partial(_ head: ResponseHead) -> Verdict {
        // A server may omit the validator, since `If-Range` has compared it already.
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
                    "resumed at byte \(receivedByteCount) of \(byteCount.map(String.init) ?? "?"), "
                        + "but the response has Content-Range \(found)", head: head))
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
        // A body of unknown length broke after its last byte.
        let isAll = found == receivedByteCount && validator.matches(head) != false
        return isAll ? .complete : .startOver(Self.changed(head))
    }

    private static func changed(_ head: ResponseHead) -> LoadFailure {
        LoadFailure(
            .changed, "cannot resume: the content changed, or the server sent no range",
            head: head)
    }

    private static func isEncoded(_ headers: HeaderFields) -> Bool {
        headers.values("Content-Encoding").contains {
            !$0.trimmingSpaces.equalsIgnoringCase("identity")
        }
    }
}
