extension Corpus.Entry: Decodable {
    private enum Key: String, CodingKey {
        case path, format, source, expectation, width, height, frames, framesKind, orientation
        case hasAlpha, icc, dimsCheck, colorCheck, durationsMs, loopRaw, loopPlays
        case hiddenDefaultImage, frameMeans, last, frame0, alternates, tolerance, tags, note
    }

    /// A value of which only the presence counts.
    private struct Presence: Decodable {}

    /// A rendering in JSON; those of frames lack the tolerance, which is a field of its own.
    private struct Look: Decodable {
        let meanRgba: [Double]
        let sig8x8: [[Double]]
        let tolerance: Corpus.Tolerance?

        func rendering(_ fallback: Corpus.Tolerance?) -> Corpus.Rendering? {
            guard let tolerance = tolerance ?? fallback else { return nil }
            return Corpus.Rendering(meanRGBA: meanRgba, sig8x8: sig8x8, tolerance: tolerance)
        }
    }

    /// Reads one element of `entries` in reference.json.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        path = try values.decode(String.self, forKey: .path)
        format = try values.decode(String.self, forKey: .format)
        source = try values.decode(String.self, forKey: .source)
        expectation = try values.decode(Expectation.self, forKey: .expectation)
        width = try values.decodeIfPresent(Int.self, forKey: .width)
        height = try values.decodeIfPresent(Int.self, forKey: .height)
        frames = try values.decode(Int.self, forKey: .frames)
        framesKind = try values.decode(String.self, forKey: .framesKind)
        orientation = try values.decode(Int.self, forKey: .orientation)
        hasAlpha = try values.decodeIfPresent(Bool.self, forKey: .hasAlpha)
        hasProfile = try values.decodeIfPresent(Presence.self, forKey: .icc) != nil
        dimsCheck = try values.decodeIfPresent(String.self, forKey: .dimsCheck)
        colorCheck = try values.decode(String.self, forKey: .colorCheck)
        durationsMS =
            try values.decodeIfPresent([Double?].self, forKey: .durationsMs)?.map { $0 ?? 0 } ?? []
        loopRaw = try values.decodeIfPresent(Int.self, forKey: .loopRaw)
        loopPlays = try values.decodeIfPresent(Int.self, forKey: .loopPlays)
        hasHiddenDefaultImage =
            try values.decodeIfPresent(Bool.self, forKey: .hiddenDefaultImage) ?? false
        frameMeans = try values.decodeIfPresent([[Double]].self, forKey: .frameMeans) ?? []
        tags = try values.decode([String].self, forKey: .tags)
        note = try values.decode(String.self, forKey: .note)
        let tolerance = try values.decodeIfPresent(Corpus.Tolerance.self, forKey: .tolerance)
        lastFrame = try values.decodeIfPresent(Look.self, forKey: .last)?.rendering(tolerance)
        let first = try values.decodeIfPresent(Look.self, forKey: .frame0)
        let others = try values.decodeIfPresent([Look].self, forKey: .alternates) ?? []
        renderings = ([first].compactMap(\.self) + others).compactMap { $0.rendering(tolerance) }
    }
}
