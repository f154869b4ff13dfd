import Foundation
import WebImage

/// The pictures of a gallery, by position.
protocol PictureSource: Sendable {
    /// The title of the window.
    var title: String { get }
    /// The number of pictures.
    var count: Int { get }
    /// The order of the pictures; nil for one that cannot be changed.
    var order: PictureOrder? { get }

    /// Returns the name of a picture, by which it is searched.
    func name(at index: Int) -> String

    /// Returns the request of a picture, without a size.
    func request(at index: Int) -> ImageRequest

    /// Returns the place at which other programs find a picture.
    func place(at index: Int) -> PicturePlace

    /// Returns the same pictures in another order; itself if the order cannot be changed.
    func sorted(by order: PictureOrder) -> any PictureSource

    /// Returns the source without a picture; itself if that is no file.
    func removing(at index: Int) -> any PictureSource
}

extension PictureSource {
    var order: PictureOrder? { nil }

    func place(at index: Int) -> PicturePlace { .program }

    func sorted(by order: PictureOrder) -> any PictureSource { self }

    func removing(at index: Int) -> any PictureSource { self }

    /// Returns the index of the picture at a place; nil for none.
    func index(of place: PicturePlace) -> Int? {
        place == .program ? nil : (0..<count).first { self.place(at: $0) == place }
    }
}

/// The place at which other programs find a picture.
enum PicturePlace: Hashable, Sendable {
    /// The path of a file.
    case file(String)
    /// A URL.
    case address(String)
    /// Only this program has the picture.
    case program

    /// The path of a file; nil for another place.
    var path: String? { if case .file(let path) = self { path } else { nil } }

    /// The last part of a path or of a URL.
    var name: String {
        let text =
            switch self {
            case .file(let path): path[...]
            case .address(let url): url.prefix { $0 != "?" && $0 != "#" }
            case .program: ""[...]
            }
        let last = text.split(separator: "/").last.map(String.init) ?? String(text)
        return path == nil ? last.removingPercentEncoding ?? last : last
    }
}
