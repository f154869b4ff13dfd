/// Something of a source that the file made of it lacks, or has less of.
public struct Loss: Hashable, Sendable {
    /// The kinds of what may be lost; the raw values are those of reports.
    public enum Kind: String, CaseIterable, Sendable {
        /// The gain map.
        case gainMap = "gain_map"
        /// Maps of depth, and mattes that cameras keep beside them.
        case depthMaps = "depth_maps"
        /// Further pictures.
        case pictures
        /// The pages of a document.
        case pages
        /// Films.
        case films
        /// Other bytes behind the picture.
        case bytes
        /// Parts that may stand behind the damage of a picture, where nothing can be counted.
        case unknown
        /// The frames of an animation.
        case frames
        /// The bits of a channel.
        case bitDepth = "bit_depth"
        /// Light above white, which the request asked for.
        case light
        /// The colour profile, or colours other than sRGB, that the request asked to keep.
        case profile

        /// `true` for what stands beside the picture, `false` for a part of it.
        public var isBesidePicture: Bool {
            switch self {
            case .gainMap, .depthMaps, .pictures, .pages, .films, .bytes, .unknown: true
            case .frames, .bitDepth, .light, .profile: false
            }
        }
    }

    /// The kind of what is lost.
    public let kind: Kind
    /// The number in the source: of parts, pages, frames, bits or bytes.
    public let from: Int
    /// The number in the file.
    public let to: Int

    /// Creates a loss.
    ///
    /// - Parameters:
    ///   - kind: The kind of what is lost.
    ///   - from: The number in the source.
    ///   - to: The number in the file.
    public init(_ kind: Kind, from: Int, to: Int) {
        (self.kind, self.from, self.to) = (kind, from, to)
    }
}

extension Loss: CustomStringConvertible {
    /// The loss in words, such as `2 further pictures`.
    public var description: String {
        let count = from - to
        let ending = count == 1 ? "" : "s"
        return switch kind {
        case .gainMap: "the gain map"
        case .depthMaps: "\(count) depth map\(ending)"
        case .pictures: "\(count) further picture\(ending)"
        case .pages: "\(count) further page\(ending)"
        case .films: "\(count) film\(ending)"
        case .bytes: "\(count) byte\(ending) after the picture"
        case .unknown: "what may follow the damage of the picture"
        case .frames: "\(count) of \(from) frames"
        case .bitDepth: "\(count) of \(from) bits a channel"
        case .light: "the light above white"
        case .profile: "the colour profile"
        }
    }
}
