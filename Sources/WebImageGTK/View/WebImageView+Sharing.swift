#if GTK

    public import CGTK4
    import WebImageViews

    extension WebImageView {
        /// The texture of the main picture; nil for none, or out of sight.
        public var texture: ImageTexture? { layer(of: .image).paintable.texture }

        /// Copies the main picture to the clipboard, in the size in which it was loaded.
        ///
        /// - Returns: `false` if there is no picture.
        @discardableResult
        public func copyPicture() -> Bool {
            guard let texture, let clipboard = gtk_widget_get_clipboard(widget) else {
                return false
            }
            gdk_clipboard_set_texture(clipboard, texture.pointer)
            return true
        }

        /// Returns the main picture for a drag or the clipboard; nil for none.
        ///
        /// The caller owns the result.
        public func contentProvider() -> UnsafeMutablePointer<GdkContentProvider>? {
            guard let texture else { return nil }
            var value = GValue()
            g_value_init(&value, gdk_texture_get_type())
            defer { g_value_unset(&value) }
            g_value_set_object(&value, UnsafeMutableRawPointer(texture.pointer))
            return gdk_content_provider_new_for_value(&value)
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

        /// Tells assistive technology the name of the picture, or to pass over it.
        func updateLabel() {
            let accessible = OpaquePointer(widget)
            setState(GTK_ACCESSIBLE_STATE_HIDDEN, alternativeText == "")
            guard let alternativeText, !alternativeText.isEmpty else {
                return gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL)
            }
            var property = GTK_ACCESSIBLE_PROPERTY_LABEL
            var value = GValue()
            gtk_accessible_property_init_value(property, &value)
            defer { g_value_unset(&value) }
            g_value_set_string(&value, alternativeText)
            gtk_accessible_update_property_value(accessible, 1, &property, &value)
        }

        /// Tells assistive technology that an indicator is visible.
        func updateBusy(_ isBusy: Bool) {
            guard isBusy != isReportedBusy else { return }
            isReportedBusy = isBusy
            setState(GTK_ACCESSIBLE_STATE_BUSY, isBusy)
        }

        private func setState(_ state: GtkAccessibleState, _ isSet: Bool) {
            var state = state
            var value = GValue()
            gtk_accessible_state_init_value(state, &value)
            defer { g_value_unset(&value) }
            g_value_set_boolean(&value, isSet ? 1 : 0)
            gtk_accessible_update_state_value(OpaquePointer(widget), 1, &state, &value)
        }
    }

#endif
