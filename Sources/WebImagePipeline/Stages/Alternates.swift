import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The stored responses to requests that differ in header fields only: by their `Vary` one may answer
/// another of these requests.
///
/// The disk has a list of them for each URL, an entry of its own: the digests of their header fields, the
/// latest first. A response whose request has only fields that no `Vary` leaves out is found without the list.
struct Alternates: Sendable {
    let stages: Stages

    /// The most responses in a list.
    private static let maxCount = 16

    /// Returns the request under the keys of a stored response whose `Vary` names no field in which
    /// the two requests differ; nil if there is none.
    ///
    /// A response without `Vary` answers requests with its own fields only.
    func request(for request: PreparedRequest, _ trace: LoadTrace) async -> PreparedRequest? {
        guard let originals = stages.originals, request.plan.usesDisk,
            request.request.source.isRemote
        else { return nil }
        let names = request.key.names
        let key = listKey(of: request)
        await stages.shared.writes.settle(key)
        for headers in await list(key, in: originals) + [names.fixedHeaders]
        where headers != names.headers {
            let other = request.named(headers, in: stages)
            if await varies(request, originals, other.dataKey, trace) { return other }
            let variants = request.serializer == nil ? nil : stages.variants
            if await varies(request, variants, other.imageKey, trace) { return other }
        }
        return nil
    }

    /// Returns `true` if an entry varies, and its response is one to the fields of the request.
    private func varies(
        _ request: PreparedRequest, _ access: DiskAccess?, _ key: CacheKey, _ trace: LoadTrace
    ) async -> Bool {
        guard let head = await stages.disk.head(of: key, in: access, trace),
            let selectors = head.record?.selectors, !selectors.isEmpty
        else { return false }
        return selectors.allSatisfy { $0.matches(request.sentHeaders) }
            && stages.freshness.judge(head, request) != .unusable
    }

    /// Adds a request, whose response is being stored, to the list of its URL.
    func note(_ request: PreparedRequest, storing head: EntryHead, _ trace: LoadTrace) async {
        let names = request.key.names
        guard let originals = stages.originals, head.record?.selectors.isEmpty == false,
            names.headers != names.fixedHeaders
        else { return }
        let key = listKey(of: request)
        await stages.shared.writes.add(key, byteCount: 0) {
            let known = await list(key, in: originals)
            guard known.first != names.headers else { return }
            let latest = [names.headers] + known.filter { $0 != names.headers }
            let text = latest.prefix(Self.maxCount).joined(separator: "\n")
            let head = EntryHead(
                mediaType: "application/x-webimage-alternates", storedAt: stages.settings.now(),
                userData: Array(text.utf8))
            await originals.write(ByteBlock(copying: []), for: key, head: head, trace: trace)
        }
    }

    private func list(_ key: CacheKey, in access: DiskAccess) async -> [String] {
        let head = try? await access.io.run { () throws(DiskError) in
            try access.cache.head(for: key)
        }
        return String(decoding: (head ?? nil)?.userData ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    private func listKey(of request: PreparedRequest) -> CacheKey {
        let base = request.named(request.key.names.fixedHeaders, in: stages).key
        return CacheKey(
            subject: base.subject, parts: DataKey(image: base).parts + [("alternates", "1")])
    }
}
