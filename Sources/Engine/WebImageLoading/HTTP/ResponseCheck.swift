import WebImageCaching

/// The check of a response by its head, before any byte of its body is read.
package struct ResponseCheck: Sendable {
    private let statuses: StatusSet
    private let mediaTypes: [String]
    private let maxBodyBytes: Int

    package init(_ options: ImageOptions, _ limits: LoadLimits) {
        statuses = options.acceptedStatuses
        mediaTypes = options.acceptedMediaTypes
        maxBodyBytes = limits.maxBodyBytes
    }

    /// Checks status, media type and announced length.
    package func check(_ response: LoadedBody) throws(LoadFailure) {
        // The head of a file or of data is made up, unless its status is.
        if response.origin != .file || response.head.status != 200 { try checkStatus(response) }
        if response.origin != .file, !mediaTypes.isEmpty { try checkMediaType(response) }
        if let expected = response.expectedByteCount, expected > maxBodyBytes {
            throw LoadFailure(
                .tooLarge, "\(expected) bytes announced, more than the \(maxBodyBytes) allowed",
                of: response)
        }
    }

    private func checkStatus(_ response: LoadedBody) throws(LoadFailure) {
        let status = response.head.status
        guard !statuses.contains(status) else { return }
        let origin = response.originalHead.status
        let reason =
            "status \(status)" + (response.statusReason.map { " (\($0))" } ?? "")
            + ", expected \(statuses.text(range: " to ", separator: " or "))"
            + (origin == status ? "" : "; the origin said \(origin)")
        throw LoadFailure(.status(status), reason, of: response)
    }

    private func checkMediaType(_ response: LoadedBody) throws(LoadFailure) {
        let found = response.head.mediaType
        guard found.map({ found in !mediaTypes.contains { Self.matches(found, $0) } }) ?? true
        else { return }
        throw LoadFailure(
            .mediaType(found),
            "media type \(found ?? "missing"), expected \(mediaTypes.joined(separator: " or "))",
            of: response)
    }

    /// `true` if a type without parameters has a pattern such as `image/png`, `image/*` or `*/*`.
    private static func matches(_ type: String, _ pattern: String) -> Bool {
        let pattern = pattern.trimmingSpaces.asciiLowered
        if pattern == "*/*" { return true }
        guard pattern.hasSuffix("/*") else { return type == pattern }
        return type.hasPrefix(pattern.dropLast())
    }
}

extension ResponseHead {
    /// The media type in lower case, without parameters; `nil` if there is none.
    var mediaType: String? {
        let type = headers["Content-Type"]?.prefix { $0 != ";" }.trimmingSpaces.asciiLowered
        return type?.isEmpty == false ? type : nil
    }
}
