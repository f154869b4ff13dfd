import WebImageGTK

extension GalleryWindow {
    /// Adds the choices of the order.
    func addOrder() {
        actions.addChoice("sort", order.key.rawValue) { [weak self] text in
            if let key = PictureOrder.Key(rawValue: text) { self?.order.key = key }
        }
        actions.addSwitch("sort-reversed", isOn: order.isReversed) { [weak self] isReversed in
            self?.order.isReversed = isReversed
        }
    }

    /// Sorts the pictures if they have another order; the chosen picture stays the same.
    func sort() {
        guard let present = source.order, present != order else { return }
        sorting?.cancel()
        let text = search.text
        sorting = Task { [weak self, source, order] in
            guard let list = try? await Sources.sort(source, by: order, matching: text),
                !Task.isCancelled, let self
            else { return }
            guard search.text == text else { return sort() }
            let place = chosen?.place
            replace(with: list)
            guard let position = place.flatMap({ list.position(of: $0) }) else { return }
            if openPosition != nil { moveOpen(to: position) } else { grid.reveal(position) }
        }
    }
}
