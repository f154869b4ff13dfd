import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The stored responses to requests that differ in header fields only: by their `Vary` one may
/// answer another of these requests.
///
/// The disk has a list of them for each URL: the digests of their header fields, the latest first.
struct Alternates: Sendable {
    let stages: Stages

    /// The most responses in a list.
    private static let maxCount = 8

    /// Returns the request under the keys of a stored response that may answer it, since its `Vary`
    /// names no field in which the two requests differ; nil if there is none.
    ///
    /// A response without `Vary` answers requests with its own fields only; in a shared cache all
    /// do.
    func request(for request: PreparedRequest, trace: LoadTrace) async -> PreparedRequest? {
        guard let originals = stages.originals, request.plan.readsDisk,
            request.request.source.isRemote, stages.settings.cacheMode == .private
        else { return nil }
        let names = request.key.names
        let key = listKey(of: request)
        await stages.shared.writes.settle(key)
        for headers in await list(key, in: originals) + [names.fixedHeaders]
        where headers != names.headers {
            let other = request.named(headers, in: stages)
            if await hasAnswer(to: request, in: originals, under: other.dataKey, trace: trace) {
                return other
            }
            guard request.hasVariant else { continue }
            let variants = stages.variants(of: request)
            if await hasAnswer(to: request, in: variants, under: other.imageKey, trace: trace) {
                return other
            }
        }
        return nil
    }

    /// Returns `true` if an entry varies, and its response may answer the request.
    private func hasAnswer(
        to request: PreparedRequest, in access: DiskAccess?, under key: CacheKey, trace: LoadTrace
    ) async -> Bool {
        guard let head = await stages.disk.head(of: key, in: access, trace: trace),
            let selectors = head.record?.selectors, !selectors.isEmpty
        else { return false }
        return selectors.allSatisfy { $0.matches(request.sentHeaders) }
            && request.plan.mayAnswer(stages.freshness.judge(head, for: request))
    }

    /// Adds a request whose response was stored.
    func note(_ request: PreparedRequest, storing head: EntryHead, trace: LoadTrace) async {
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
        await stages.shared.writes.settle(key)
    }

    private func list(_ key: CacheKey, in access: DiskAccess) async -> [String] {
        let head = await access.io.run { try? access.cache.head(for: key) }
        return String(decoding: head?.userData ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    private func listKey(of request: PreparedRequest) -> CacheKey {
        let base = request.named(request.key.names.fixedHeaders, in: stages).key
        return CacheKey(
            subject: base.subject, parts: DataKey(image: base).parts + [("alternates", "1")])
    }
}
