public import Foundation
public import WebImageCoding

extension Corpus {
    /// One file of the corpus and the expected result; see the README of the corpus.
    public struct Entry: Sendable {
        /// The expected reaction of a decoder.
        public enum Expectation: String, Sendable, Decodable {
            /// The decoder must return matching pixels.
            case decodes
            /// The decoder may return pixels or an error.
            case mayError = "may-error"
            /// The decoder must throw.
            case mustError = "must-error"
        }

        /// The path below the folder.
        public let path: String
        /// The format by content: `jpeg`, `png`, …, `unknown`.
        public let format: String
        /// The origin of the file; `generated…` for those made for the corpus.
        public let source: String
        /// The expected reaction of a decoder.
        public let expectation: Expectation
        /// Upright width, `nil` if unknown.
        public let width: Int?
        /// Upright height, `nil` if unknown.
        public let height: Int?
        /// Frames of an animation, pages of a document, 1 for a still.
        public let frames: Int
        /// `single`, `animation` or `pages`.
        public let framesKind: String
        /// The EXIF number of the orientation, 1 for none.
        public let orientation: Int
        /// `true` if the header allows transparent pixels.
        public let hasAlpha: Bool?
        /// `true` if an ICC profile is embedded.
        public let hasProfile: Bool
        /// `strict`, or `loose` if decoders disagree on the size.
        public let dimsCheck: String?
        /// `strict`, `single`, `loose` or `none`.
        public let colorCheck: String
        /// Raw durations of the frames in milliseconds; empty for a still.
        public let durationsMS: [Double]
        /// The loop count as stored in the file.
        public let loopRaw: Int?
        /// The total number of plays of an animation, 0 for endless.
        public let loopPlays: Int?
        /// `true` if an animated PNG has a default image that is not a frame.
        public let hasHiddenDefaultImage: Bool
        /// Means of up to 32 composed frames of an animation.
        public let frameMeans: [[Double]]
        /// The last composed frame of those examined.
        public let lastFrame: Rendering?
        /// The rendering of frame 0 and its accepted alternates; empty if there is none.
        public let renderings: [Rendering]
        /// Feature tags.
        public let tags: [String]
        /// Remarks on the file.
        public let note: String

        /// Mean red, green, blue, alpha of frame 0, premultiplied.
        public var meanRGBA: [Double]? { renderings.first?.meanRGBA }
        /// Frame 0 averaged to 8 × 8 premultiplied red, green, blue, alpha.
        public var sig8x8: [[Double]]? { renderings.first?.sig8x8 }
        /// The tolerance of frame 0.
        public var tolerance: Tolerance? { renderings.first?.tolerance }
        /// Other valid renderings of frame 0.
        public var alternates: [Rendering] { Array(renderings.dropFirst()) }

        /// The URL of the file.
        public var url: URL { Corpus.folder.appending(path: path) }

        /// Reads the file.
        public func load() throws -> ByteBlock {
            ByteBlock(copying: try Data(contentsOf: url))
        }
    }

    /// One acceptable rendering of a frame.
    public struct Rendering: Sendable {
        /// Mean red, green, blue, alpha, premultiplied.
        public let meanRGBA: [Double]
        /// 8 × 8 averages of premultiplied red, green, blue, alpha, row by row.
        public let sig8x8: [[Double]]
        /// The accepted difference.
        public let tolerance: Tolerance
    }

    /// The largest accepted differences.
    public struct Tolerance: Sendable, Decodable {
        /// The limit for each number of the mean.
        public let mean: Double
        /// The limit for each number of the 8 × 8 averages.
        public let sig: Double
    }
}

extension Corpus.Entry: CustomStringConvertible {
    /// The path, which names a row of a parameterised test.
    public var description: String { path }
}
