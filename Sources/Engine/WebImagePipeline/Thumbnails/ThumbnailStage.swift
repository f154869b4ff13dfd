import WebImageCoding
import WebImageLoading

/// thumbnail: the small picture that stands for a file, in place of the bytes of the file.
struct ThumbnailStage: Sendable {
    let stages: Stages

    /// Returns the bytes of the small picture; nil if there is none, or the request needs the file.
    func bytes(for prepared: PreparedRequest) async -> LoadedData? {
        guard let plain = stages.withoutThumbnails, let source = stages.settings.thumbnails,
            mayStand(for: prepared)
        else { return nil }
        let found = await source.thumbnail(
            for: prepared.request, from: ImagePipeline(stages: plain))
        guard let found else { return nil }
        return LoadedData(encoded: found, origin: .file, head: nil, expires: nil)
    }

    /// `true` if a small picture shows all that the request asks for, and the pipeline reads files
    /// as every program does: interceptors that change bytes may decrypt them.
    private func mayStand(for prepared: PreparedRequest) -> Bool {
        let (request, settings) = (prepared.request, stages.settings)
        guard case .file = request.source, !prepared.hasVariant, !prepared.plan.keepsBytes,
            prepared.plan.policy != .refresh
        else { return false }
        guard request.targetSizing?.plain != nil, request.page == 0, request.transforms.isEmpty,
            request.colorProfile == .sRGB, request.pixelDepth == .eight,
            !request.keepsStraightColors
        else { return false }
        return request.decoder == nil && request.loader == nil && request.body == nil
            && (settings.limits.load.networkPolicy == nil || request.allowsFileURLs)
            && (request.interceptors + settings.interceptors).allSatisfy { $0.effect != .bytes }
    }
}

extension PipelineSettings {
    /// The settings for the loads of a thumbnail source, whose requests are completed already.
    ///
    /// Numbers of settings count up, so the complements are of no others: a load does not join one
    /// that waits for it.
    var withoutThumbnails: PipelineSettings? {
        guard thumbnails != nil else { return nil }
        var settings = self
        (settings.thumbnails, settings.rewrite) = (nil, nil)
        settings.defaults = ImageOptions()
        settings.identity = ~identity
        return settings
    }
}
