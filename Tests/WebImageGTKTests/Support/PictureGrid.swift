#if GTK

    import CGTK4
    import Glibc
    import WebImageGTK
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageViews

    /// A window with a `GtkGridView` of numbered pictures, which checks each frame.
    @GTKActor final class PictureGrid {
        let side: Int
        let window: TestWindow
        let adjustment: UnsafeMutablePointer<GtkAdjustment>
        private let tally: Tally

        /// The counts of a grid, kept by the handlers of its factory.
        @GTKActor final class Tally {
            /// The number of each cell's item.
            var numbers: [ObjectIdentifier: Int] = [:]
            var views: [ObjectIdentifier: Weak] = [:]
            /// The number of binds, each of which begins a load.
            var begun = 0
            var cancelled = 0
            /// The binds of cells whose former load had not ended, each of which cancels one.
            var replaced = 0
            /// The load of each cell that has not ended, by its number.
            var open: [ObjectIdentifier: Int] = [:]
            var failed = 0
            var fromDisk = 0
            /// The items that were drawn in a frame with a picture.
            var shown: Set<Int> = []
            var wrong: [String] = []
            var frames = 0
            var adjustment: UnsafeMutablePointer<GtkAdjustment>?
            /// The position to scroll to in the next frame.
            var target: Double?

            struct Weak { weak var view: WebImageView? }
        }

        init(
            _ pipeline: ImagePipeline, items: Int, side: Int = 128, width: Int = 900,
            height: Int = 700
        ) {
            self.side = side
            let tally = Tally()
            self.tally = tally
            let strings = gtk_string_list_new(nil)
            for index in 0..<items { gtk_string_list_append(strings, "\(index)") }
            let factory = gtk_signal_list_item_factory_new()
            Self.connect(factory, tally, pipeline, side)
            let model = gtk_no_selection_new(strings)
            let grid = gtk_grid_view_new(model, factory)
            gtk_grid_view_set_min_columns(OpaquePointer(grid), 6)
            gtk_grid_view_set_max_columns(OpaquePointer(grid), 6)
            let scroller = gtk_scrolled_window_new()
            gtk_scrolled_window_set_child(OpaquePointer(scroller), grid)
            adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
            window = TestWindow(scroller, width: width, height: height)
            tally.adjustment = adjustment
            scrollBeforeFrames()
            checkAfterFrames()
        }

        /// Scrolls from a callback of GTK, as input does: a job of the actor would count GTK's work
        /// as that of the library.
        private func scrollBeforeFrames() {
            gtk_widget_add_tick_callback(
                window.window,
                { _, _, data in
                    guard let data else { return 0 }
                    let tally = Unmanaged<Tally>.fromOpaque(data).takeUnretainedValue()
                    let step = GTKActor.assumeIsolated {
                        defer { tally.target = nil }
                        return OnMainContext(value: (tally.adjustment, tally.target))
                    }
                    if let value = step.value.1 { gtk_adjustment_set_value(step.value.0, value) }
                    return 1
                }, Unmanaged.passRetained(tally).toOpaque(),
                { if let data = $0 { Unmanaged<Tally>.fromOpaque(data).release() } })
        }

        /// Checks the cells after each frame.
        private func checkAfterFrames() {
            guard let clock = gtk_widget_get_frame_clock(window.window) else { return }
            // Not by `Signal`, which counts its handlers as code of the library.
            let check: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
                guard let data else { return }
                let tally = Unmanaged<Tally>.fromOpaque(data).takeUnretainedValue()
                GTKActor.assumeIsolated { tally.check() }
            }
            g_signal_connect_data(
                UnsafeMutableRawPointer(clock), "after-paint",
                unsafeBitCast(check, to: GCallback.self),
                Unmanaged.passRetained(tally).toOpaque(),
                { data, _ in if let data { Unmanaged<Tally>.fromOpaque(data).release() } },
                GConnectFlags(0))
        }

        private static func connect(
            _ factory: OpaquePointer?, _ tally: Tally, _ pipeline: ImagePipeline, _ side: Int
        ) {
            guard let factory else { return }
            Signal.connect("setup", of: factory) { call in
                let view = WebImageView(pipeline: pipeline)
                gtk_widget_set_size_request(view.widget, gint(side), gint(side))
                gtk_list_item_set_child(call.object(at: 1), view.widget)
                let id = ObjectIdentifier(view)
                tally.views[id] = Tally.Weak(view: view)
                // Of a cell that died, at the same address.
                tally.open[id] = nil
            }
            Signal.connect("bind", of: factory) { call in
                guard let item = call.object(at: 1), let child = gtk_list_item_get_child(item),
                    let view = WebImageView.view(of: child)
                else { return }
                let number = Int(gtk_list_item_get_position(item))
                let id = ObjectIdentifier(view)
                tally.numbers[id] = number
                tally.begun += 1
                if tally.open[id] != nil { tally.replaced += 1 }
                let load = tally.begun
                tally.open[id] = load
                view.load(ViewOrigin.url("\(side)x\(side)-\(number)")) { result in
                    if tally.open[id] == load { tally.open[id] = nil }
                    if case .failure(.cancelled) = result {
                        tally.cancelled += 1
                    } else if case .failure = result {
                        tally.failed += 1
                    } else if case .success(let response) = result, response.origin == .disk {
                        tally.fromDisk += 1
                    }
                }
            }
        }

        var counts: Tally { tally }

        /// The mapped cells, and those of them with the right picture.
        var cells: (mapped: Int, complete: Int) { tally.cells }

        /// Waits until each mapped cell has its picture.
        func isComplete() async -> Bool {
            await until { cells.mapped > 0 && cells.mapped == cells.complete }
        }

        func scroll(to value: Double) async {
            tally.target = value
            _ = await until { tally.target == nil }
            let before = tally.frames
            _ = await until { tally.frames > before }
        }
    }

    // Safe because it does not leave the thread of GTK.
    private struct OnMainContext<Value>: @unchecked Sendable {
        let value: Value
    }

    extension PictureGrid.Tally {
        var cells: (mapped: Int, complete: Int) {
            var (mapped, complete) = (0, 0)
            for entry in views.values {
                guard let view = entry.view, gtk_widget_get_mapped(view.widget) != 0 else {
                    continue
                }
                mapped += 1
                if view.texture != nil { complete += 1 }
            }
            return (mapped, complete)
        }

        /// Compares each cell's texture with the number of its item, after a frame was drawn.
        func check() {
            frames += 1
            for (id, entry) in views {
                guard let view = entry.view else { continue }
                guard let texture = view.texture else { continue }
                let found = number(of: texture)
                if found == numbers[id] {
                    shown.insert(found)
                } else {
                    wrong.append("\(found) instead of \(numbers[id] ?? -1)")
                }
            }
        }

        private func number(of texture: ImageTexture) -> Int {
            var pixels = [UInt8](repeating: 0, count: texture.size.width * texture.size.height * 4)
            gdk_texture_download(texture.pointer, &pixels, gsize(texture.size.width * 4))
            return Int(pixels[0]) | Int(pixels[1]) << 8
        }
    }

#endif
