#if GTK

    import CGTK4
    import WebImageGTK
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    /// A view alone in a window.
    @GTKActor struct OpenView {
        let view: WebImageView
        let window: TestWindow

        init(
            _ pipeline: ImagePipeline, width: Int = 200, height: Int = 150,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            view = WebImageView(pipeline: pipeline, clock: clock)
            window = TestWindow(view.widget, width: width, height: height)
        }

        /// The pixels of the view.
        var picture: Bitmap? {
            get async { await window.picture(of: view.widget) }
        }

        /// The pixel in the centre of the first quarter of the view.
        var center: SIMD4<UInt8>? {
            get async { await picture.map { $0[$0.size.width / 4, $0.size.height / 4] } }
        }

        /// Waits until ``center`` has a colour.
        func draws(_ color: SIMD4<UInt8>) async -> Bool {
            for _ in 0..<600 {
                if await center == color { return true }
            }
            return false
        }

        /// Waits until the view has its size.
        func ready() async -> Bool {
            await until { gtk_widget_get_width(view.widget) > 0 }
        }

        /// Waits until the view shows a loaded picture, and any transition to it is over.
        func loaded(turns: Int = 15_000) async -> Bool {
            await until(turns: turns) {
                guard case .image = view.shown() else { return false }
                return !view.isLoading() && !view.paintable().isInTransition
            }
        }
    }

    extension DecodedImage {
        /// Returns a picture of one colour: blue, green, red, alpha.
        static func plain(
            _ color: SIMD4<UInt8>, _ size: PixelSize = PixelSize(200, 150)
        ) -> DecodedImage {
            DecodedImage(poster: TestPicture.plain(size, color))
        }
    }

    /// Calls the handlers of a signal of one of a widget's event controllers.
    @GTKActor func emit(
        _ signal: String, on type: GType, of widget: UnsafeMutablePointer<GtkWidget>,
        _ numbers: [Any]
    ) -> Bool {
        guard let list = gtk_widget_observe_controllers(widget) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(list)) }
        var found = false
        for index in 0..<g_list_model_get_n_items(list) {
            guard let item = g_list_model_get_item(list, index) else { continue }
            let instance = item.assumingMemoryBound(to: GTypeInstance.self)
            defer { g_object_unref(item) }
            guard g_type_check_instance_is_a(instance, type) != 0 else { continue }
            var values = [GValue()]
            g_value_init(&values[0], type)
            g_value_set_object(&values[0], item)
            for number in numbers {
                var value = GValue()
                if let number = number as? Int {
                    g_value_init(&value, GType(6 << 2))
                    g_value_set_int(&value, gint(number))
                } else if let number = number as? UInt {
                    g_value_init(&value, GType(7 << 2))
                    g_value_set_uint(&value, guint(number))
                } else if let number = number as? Double {
                    g_value_init(&value, GType(15 << 2))
                    g_value_set_double(&value, number)
                } else if let flags = number as? GdkModifierType {
                    g_value_init(&value, gdk_modifier_type_get_type())
                    g_value_set_flags(&value, flags.rawValue)
                }
                values.append(value)
            }
            var result = GValue()
            if signal == "key-pressed" { g_value_init(&result, GType(5 << 2)) }
            g_signal_emitv(values, g_signal_lookup(signal, type), 0, &result)
            found = true
        }
        return found
    }

#endif
