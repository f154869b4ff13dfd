import WebImage

/// The pictures of a gallery, by position.
protocol PictureSource: Sendable {
    /// The title of the window.
    var title: String { get }
    /// The number of pictures.
    var count: Int { get }

    /// Returns the name of a picture, by which it is searched.
    func name(at index: Int) -> String

    /// Returns the request of a picture, without a size.
    func request(at index: Int) -> ImageRequest
}
