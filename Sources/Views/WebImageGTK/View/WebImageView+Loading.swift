#if GTK

    import CGTK4
    public import WebImagePipeline
    public import WebImagePixels
    public import WebImageViews

    extension WebImageView {
        /// Loads a picture into a slot and replaces the slot's former load.
        ///
        /// A picture in memory is drawn by the next frame, without placeholder or transition.
        ///
        /// - Parameters:
        ///   - request: The request, or a URL.
        ///   - slot: The slot of the view.
        ///   - presentation: The presentation of this load; nil for the view's.
        ///   - placeholder: The picture until the load has one; nil for the presentation's.
        ///   - onEnd: Called with the result, `cancelled` for a replaced load; not again for a
        ///     picture
        ///     that was released out of sight and is loaded anew, but after a failure again
        ///     with the result of a load that repeats it, until the widget leaves its parent. Not
        ///     called after the end of the view, nor during a layout of GTK, so it may load and change
        ///     the layout. The view retains it, so it should refer to the view weakly.
        ///   - onUpdate: Called with progress, with the previews that the request asks for
        ///     (`previews`), also without `setsPicture`, and with a cached picture while the origin
        ///     is asked: less than 30 times in any second, the latest of each kind, and the last
        ///     before `onEnd`. Not called any more once the load was cancelled or replaced, or the
        ///     widget has left its parent, nor during a layout of GTK. The view retains it like
        ///     `onEnd`.
        public func load(
            _ request: some ImageRequestConvertible, in slot: ImageSlot = .image,
            as presentation: ImagePresentation? = nil, placeholder: DecodedImage? = nil,
            onEnd: ImageViewLoader.End? = nil, onUpdate: ImageViewLoader.Update? = nil
        ) {
            var plan = presentation ?? self.presentation
            if let placeholder { plan.placeholder = placeholder }
            load(request.imageRequest, in: slot, as: plan, LoadHandlers(onEnd, onUpdate))
        }

        private func load(
            _ request: ImageRequest, in slot: ImageSlot, as plan: ImagePresentation,
            _ handlers: LoadHandlers
        ) {
            let layer = layer(of: slot)
            // The layout may put a cell of a list out of sight; its load then never begins. This
            // may end the former load, whose handler may load.
            if isInSight, plan.former == .cancel { loader.suspend(slot) }
            let request = layer.begin(request, as: plan)
            let number = layer.loadCount
            let onEnd = handlers.onEnd
            // Kept by the layer and not by the loader, so that it can be released before the end.
            layer.onUpdate = handlers.onUpdate
            loader.load(
                request, in: slot, as: plan,
                onEnd: { [weak self] in self?.ended($0, of: number, in: slot, onEnd) },
                onUpdate: { [weak self] in self?.updated($0, of: number, in: slot) })
            if gtk_widget_get_mapped(widget) != 0 { LayoutWatch.requestLayout(of: self) }
        }

        /// Repeats the last load of a slot, such as after a failure, whose handlers are called
        /// again.
        ///
        /// - Parameter slot: The slot of the view.
        public func reload(_ slot: ImageSlot = .image) {
            let layer = layer(of: slot)
            guard let request = layer.request else { return }
            load(
                request, in: slot, as: layer.plan ?? presentation,
                layer.failedHandlers ?? LoadHandlers(nil, nil))
        }

        /// Cancels the load of a slot; its picture stays.
        ///
        /// - Parameter slot: The slot of the view.
        public func cancel(_ slot: ImageSlot = .image) { loader.cancel(slot) }

        /// Cancels all loads and removes all pictures, as before another use of the view.
        public func clear() {
            loader.clear()
            for layer in layers { (layer.failedHandlers, layer.isEmptied) = (nil, true) }
            gtk_widget_queue_draw(widget)
        }
    }

#endif
