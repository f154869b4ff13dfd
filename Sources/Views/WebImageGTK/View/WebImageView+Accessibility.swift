#if GTK

    import CGTK4

    extension WebImageView {
        /// Gives assistive technology the name of the picture, or to pass over it.
        func updateLabel() {
            Accessible.setState(GTK_ACCESSIBLE_STATE_HIDDEN, alternativeText == "", of: widget)
            Accessible.setText(GTK_ACCESSIBLE_PROPERTY_LABEL, alternativeText, of: widget)
        }

        /// Informs assistive technology that there is no picture, or that there is one.
        func updateDescription(isFailed: Bool) {
            let text = isFailed ? failureDescription : nil
            guard text != reportedDescription else { return }
            reportedDescription = text
            Accessible.setText(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, of: widget)
        }

        /// Informs assistive technology that an indicator is visible.
        func updateBusy(_ isBusy: Bool) {
            guard isBusy != isReportedBusy else { return }
            isReportedBusy = isBusy
            Accessible.setState(GTK_ACCESSIBLE_STATE_BUSY, isBusy, of: widget)
        }
    }

    /// The values that widgets report to assistive technology.
    @GTKActor enum Accessible {
        static func setState(
            _ state: GtkAccessibleState, _ isSet: Bool, of widget: UnsafeMutablePointer<GtkWidget>
        ) {
            var state = state
            var value = GValue()
            gtk_accessible_state_init_value(state, &value)
            defer { g_value_unset(&value) }
            g_value_set_boolean(&value, isSet ? 1 : 0)
            gtk_accessible_update_state_value(OpaquePointer(widget), 1, &state, &value)
        }

        /// Sets a text; nil or empty for none.
        static func setText(
            _ property: GtkAccessibleProperty, _ text: String?,
            of widget: UnsafeMutablePointer<GtkWidget>
        ) {
            guard let text, !text.isEmpty else {
                return gtk_accessible_reset_property(OpaquePointer(widget), property)
            }
            var property = property
            var value = GValue()
            gtk_accessible_property_init_value(property, &value)
            defer { g_value_unset(&value) }
            g_value_set_string(&value, text)
            gtk_accessible_update_property_value(OpaquePointer(widget), 1, &property, &value)
        }
    }

#endif
