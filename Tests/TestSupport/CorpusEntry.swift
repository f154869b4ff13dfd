public import Foundation
public import WebImageCoding

extension Corpus {
    /// One file of the corpus, and what is expected of a decoder; see the README of the corpus.
    public struct Entry: Sendable {
        /// What a decoder is to do with the file.
        public enum Expectation: String, Sendable, Decodable {
            /// It must return pixels that match.
            case decodes
            /// It may return pixels or an error.
            case mayError = "may-error"
            /// It must throw.
            case mustError = "must-error"
        }

        /// The path below the folder.
        public let path: String
        /// The format by content: `jpeg`, `png`, …, `unknown`.
        public let format: String
        /// Where the file is from; `generated…` for the ones made for the corpus.
        public let source: String
        /// What a decoder is to do with the file.
        public let expectation: Expectation
        /// Upright width, nil where it is not known.
        public let width: Int?
        /// Upright height, nil where it is not known.
        public let height: Int?
        /// Frames of an animation, pages of a document, 1 for a still.
        public let frames: Int
        /// `single`, `animation` or `pages`.
        public let framesKind: String
        /// The EXIF number of the orientation, 1 for none.
        public let orientation: Int
        /// Whether the header allows transparent pixels.
        public let hasAlpha: Bool?
        /// Whether an ICC profile is embedded.
        public let hasProfile: Bool
        /// `strict`, or `loose` where decoders disagree on the size.
        public let dimsCheck: String?
        /// `strict`, `single`, `loose` or `none`.
        public let colorCheck: String
        /// Raw durations of the frames in milliseconds; empty for a still.
        public let durationsMS: [Double]
        /// The loop count as the file writes it.
        public let loopRaw: Int?
        /// How often an animation plays in total, 0 for ever.
        public let loopPlays: Int?
        /// Whether an animated PNG has a default image that is not a frame.
        public let hasHiddenDefaultImage: Bool
        /// Means of up to 32 composed frames of an animation.
        public let frameMeans: [[Double]]
        /// The composed last frame of an animation that was examined.
        public let lastFrame: Rendering?
        /// The rendering of frame 0 and its accepted alternates; empty where there is none.
        public let renderings: [Rendering]
        /// Feature tags.
        public let tags: [String]
        /// Remarks on the file.
        public let note: String

        /// Mean red, green, blue, alpha of frame 0, premultiplied.
        public var meanRGBA: [Double]? { renderings.first?.meanRGBA }
        /// Frame 0 averaged to 8 × 8 premultiplied red, green, blue, alpha.
        public var sig8x8: [[Double]]? { renderings.first?.sig8x8 }
        /// How far frame 0 may be off.
        public var tolerance: Tolerance? { renderings.first?.tolerance }
        /// Other renderings of frame 0 that are right too.
        public var alternates: [Rendering] { Array(renderings.dropFirst()) }

        /// The file's place.
        public var url: URL { Corpus.folder.appending(path: path) }

        /// The file's bytes.
        public func load() throws -> ByteBlock {
            ByteBlock(copying: try Data(contentsOf: url))
        }
    }

    /// One acceptable look of a frame.
    public struct Rendering: Sendable {
        /// Mean red, green, blue, alpha, premultiplied.
        public let meanRGBA: [Double]
        /// 8 × 8 averages of premultiplied red, green, blue, alpha, row by row.
        public let sig8x8: [[Double]]
        /// How far a decoder may be off.
        public let tolerance: Tolerance
    }

    /// The most that numbers may differ.
    public struct Tolerance: Sendable, Decodable {
        /// For each number of the mean.
        public let mean: Double
        /// For each number of the 8 × 8 averages.
        public let sig: Double
    }
}

extension Corpus.Entry: CustomStringConvertible {
    /// The path, which names a row of a parameterised test.
    public var description: String { path }
}
