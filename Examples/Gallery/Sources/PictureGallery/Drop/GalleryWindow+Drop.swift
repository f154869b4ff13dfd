import WebImageGTK

extension GalleryWindow {
    /// Shows the pictures of files that were dropped on the window, and names the files that have
    /// none.
    func open(_ places: [PicturePlace]) {
        opening?.cancel()
        opening = Task { [weak self, order] in
            do throws(SourceFailure) {
                let dropped = try await DroppedFiles.open(places, by: order)
                guard !Task.isCancelled, let self else { return }
                show(dropped.source)
                if let position = dropped.picture.flatMap({ grid.model.position(of: $0) }) {
                    open(position)
                }
                if !dropped.refused.isEmpty {
                    tell("Not opened: \(dropped.refused.joined(separator: ", "))")
                }
            } catch {
                self?.tell(error.description)
            }
        }
    }
}
