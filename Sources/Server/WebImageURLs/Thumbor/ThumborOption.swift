/// A filter of thumbor's addresses, by what it decides.
///
/// Each kind is set by a switch without `default`, so that a new filter compiles only when it is
/// applied, or is one of those that change nothing (`scripts/parts/forgotten-options`).
enum ThumborOption: Hashable, Sendable {
    case sizing(ThumborSizingFilter)
    case file(ThumborFileFilter)
    case color(ThumborColorFilter)
    case shape(ThumborShapeFilter)
    case ignored(ThumborIgnored)

    /// Creates the filter of a name; nil for one that thumbor does not have, which is left out.
    init?(name: Substring) {
        let name = String(name)
        let filter =
            ThumborSizingFilter(rawValue: name).map(Self.sizing)
            ?? ThumborFileFilter(rawValue: name).map(Self.file)
            ?? ThumborColorFilter(rawValue: name).map(Self.color)
            ?? ThumborShapeFilter(rawValue: name).map(Self.shape)
            ?? ThumborIgnored(rawValue: name).map(Self.ignored)
        guard let filter else { return nil }
        self = filter
    }
}

/// The filters of thumbor that are read and change nothing; the start and the article name them.
enum ThumborIgnored: String, CaseIterable, Sendable {
    case autojpg, colorize, convolution, curve
    case distributedCollage = "distributed_collage"
    case equalize
    case extractFocal = "extract_focal"
    case focal, frame, noise
    case redEye = "red_eye"
    case rgb
}

/// The filters of the size.
enum ThumborSizingFilter: String, CaseIterable, Sendable {
    case upscale
    case noUpscale = "no_upscale"
    case stretch
}
