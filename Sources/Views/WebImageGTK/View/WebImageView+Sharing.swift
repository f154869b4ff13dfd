#if GTK

    public import CGTK4
    import WebImagePixels
    import WebImageViews

    extension WebImageView {
        /// The texture of the main picture; nil for none, or out of sight.
        public var texture: ImageTexture? { layer(of: .image).paintable.texture }

        /// The main picture for other programs: light is mapped to sRGB, since GDK writes it as
        /// files of linear samples, which most programs take for sRGB.
        private var sharedTexture: ImageTexture? {
            let layer = layer(of: .image)
            guard let texture = layer.paintable.texture,
                let bitmap = layer.content.picture?.poster, bitmap.sampleFormat == .rgbaHalf
            else { return layer.paintable.texture }
            return ImageTexture(bitmap.inEightBits) ?? texture
        }

        /// Copies the main picture to the clipboard, in the size in which it was loaded.
        ///
        /// With `GTK_CONTENT_FIT_FILL` that is the shape of the view. Light is mapped to sRGB.
        ///
        /// - Returns: `false` if there is no picture.
        @discardableResult
        public func copyPicture() -> Bool {
            guard let texture = sharedTexture, let clipboard = gtk_widget_get_clipboard(widget)
            else { return false }
            gdk_clipboard_set_texture(clipboard, texture.pointer)
            return true
        }

        /// Returns the main picture for a drag or the clipboard; nil for none.
        ///
        /// The caller owns the result.
        public func contentProvider() -> UnsafeMutablePointer<GdkContentProvider>? {
            guard let texture = sharedTexture else { return nil }
            var value = GValue()
            g_value_init(&value, gdk_texture_get_type())
            defer { g_value_unset(&value) }
            g_value_set_object(&value, UnsafeMutableRawPointer(texture.pointer))
            return gdk_content_provider_new_for_value(&value)
        }

        /// Returns the main picture for the pointer of a drag, at most 96 points on each side.
        ///
        /// The caller owns the result, a `GdkPaintable`; nil without a picture.
        func dragIcon() -> OpaquePointer? {
            let content = layer(of: .image).paintable.content
            let largest = max(content.size.width, content.size.height)
            guard largest > 0, let snapshot = gtk_snapshot_new() else { return nil }
            let factor = min(96 / largest, 1)
            let size = (
                width: content.size.width * factor, height: content.size.height * factor
            )
            let canvas = OpaquePointer(UnsafeMutableRawPointer(snapshot))
            content.draw(into: canvas, area: size, fit: GTK_CONTENT_FIT_FILL)
            return gtk_snapshot_free_to_paintable(canvas, nil)
        }

        /// Repeats the loads that have failed.
        func retry() {
            guard retriesOnClick else { return }
            for layer in layers where layer.hasFailed { reload(layer.slot) }
        }

        /// Lets a click repeat a load only while one has failed, so that other clicks pass.
        func updateRetry() {
            gestures.setRetrying(retriesOnClick && layers.contains { $0.hasFailed }, of: self)
        }
    }

#endif
