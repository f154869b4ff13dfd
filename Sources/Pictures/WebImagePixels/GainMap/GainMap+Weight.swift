extension GainMap {
    /// `true` if the base is the HDR rendition.
    var isBaseBrighter: Bool { fullHeadroom < baseHeadroom }

    /// The headroom in stops from which on the alternate is shown in full: as stated, or that of
    /// the greatest gain.
    private var fullHeadroom: Double {
        alternateHeadroom ?? channels.map { $0.maximum }.max() ?? baseHeadroom
    }

    /// Returns the part of the gains that is applied for a display, from 0, the base, to 1, the
    /// alternate.
    ///
    /// It is 0 for a map whose renditions have the same headroom.
    ///
    /// - Parameter headroom: The brightest light of the display as a multiple of its white; nil for
    ///   one that shows the alternate in full.
    package func weight(headroom: Double?) -> Double {
        let range = fullHeadroom - baseHeadroom
        guard range != 0 else { return 0 }
        guard let headroom else { return 1 }
        let stops = headroom > 1 ? logarithm2(headroom) : 0
        return min(max((stops - baseHeadroom) / range, 0), 1)
    }

    /// Returns the headroom in stops of what is shown with a weight.
    func headroom(weight: Double) -> Double {
        baseHeadroom + (fullHeadroom - baseHeadroom) * weight
    }
}
