import WebImage

/// The picture that menus and keys are for: the open one, or else the selected tile.
struct ChosenPicture {
    /// The position among the pictures that are listed.
    let position: Int
    let name: String
    let request: ImageRequest
    let place: PicturePlace
}

extension GalleryWindow {
    /// The picture that menus and keys are for; nil for none.
    var chosen: ChosenPicture? {
        guard let position = openPosition ?? grid.selected,
            let index = grid.model.index(at: position)
        else { return nil }
        return ChosenPicture(
            position: position, name: source.name(at: index), request: source.request(at: index),
            place: source.place(at: index))
    }
}
