import WebImageCaching
import WebImageLoading

/// The decisions about a body that the head of its response allows.
struct ReceivedHead: Sendable {
    /// The response as it is stored; nil if it did not come from the network.
    let stored: StoredResponse?
    let mediaType: String?
    /// `false` if no cache may keep it.
    let mayBeKept: Bool
    /// `true` if its bytes may go to the disk.
    let mayBeStored: Bool
    /// The head of the entry on disk.
    let entry: EntryHead?

    init(of response: LoadedBody, to request: PreparedRequest, _ settings: PipelineSettings) {
        let (sent, mode) = (request.sentHeaders, settings.cacheMode)
        stored = Self.stored(response, request, sent, settings)
        mediaType = response.head.headers["Content-Type"]
        mayBeKept = stored?.mayBeKept(request: sent, mode: mode) ?? true
        mayBeStored = mayBeKept && request.isStorable(response)
        entry = stored?.entryHead(mediaType: mediaType, mode: mode, storedAt: settings.now())
    }

    private static func stored(
        _ response: LoadedBody, _ request: PreparedRequest, _ sent: HeaderFields,
        _ settings: PipelineSettings
    ) -> StoredResponse? {
        guard response.origin == .network else { return nil }
        let record =
            response.record
            ?? ExchangeRecord(
                url: request.request.loadRequest(limits: settings.limits.load).urlText,
                answeredBy: response.head.url, requestedAt: settings.now(),
                receivedAt: settings.now(), response: response.head.headers, sent: sent)
        return StoredResponse(head: response.head, record: record)
    }
}
