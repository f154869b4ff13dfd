#if GTK

    import CGTK4

    /// The part of a `GtkViewport`'s content that is in sight, for the views inside of it.
    ///
    /// Containers such as `GtkFlowBox` and `GtkBox` map all their children, however long the
    /// content of the viewport is. A view inside counts as in sight while it is at most one page
    /// away from the visible page. The viewport owns its area.
    @GTKActor final class ScrolledArea {
        private final class Member {
            weak var view: WebImageView?
            /// The place in the viewport's content, in points.
            var place: Rectangle
            /// `true` if the view is in sight.
            var isNear: Bool

            init(_ view: WebImageView, at place: Rectangle, isNear: Bool) {
                (self.view, self.place, self.isNear) = (view, place, isNear)
            }
        }

        private let viewport: UnsafeMutablePointer<GtkWidget>
        private var members: [ObjectIdentifier: Member] = [:]
        /// The part of the content that is at most one page away from the visible page.
        private var near = Rectangle(x: 0, y: 0, width: 0, height: 0)
        /// `true` after a layout since the places were read.
        private var isStale = false
        private var reading: Task<Void, Never>?
        /// The frame clock of the window, and the handler of its layouts.
        private var clock: (object: OpaquePointer, handler: gulong)?

        /// The time from one reading of all places to the next.
        private static let pause = Duration.milliseconds(200)
        /// The time for views in one turn; the others wait for the next, after input and drawing.
        private static let budget = Duration.milliseconds(1)

        private init(of viewport: UnsafeMutablePointer<GtkWidget>) {
            self.viewport = viewport
            for orientation in [GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL] {
                guard let adjustment = adjustment(orientation) else { continue }
                Signal.connect("value-changed", of: OpaquePointer(adjustment)) { [weak self] _ in
                    self?.scrolled()
                }
            }
            near = part()
        }

        isolated deinit { leaveClock() }

        /// Follows the layouts of the window that has the viewport.
        private func followClock() {
            let present = gtk_widget_get_frame_clock(viewport)
            guard present != clock?.object else { return }
            leaveClock()
            guard let present else { return }
            g_object_ref(UnsafeMutableRawPointer(present))
            let handler = Signal.connect("layout", of: present) { [weak self] _ in
                self?.layoutEnded()
            }
            clock = (present, handler)
        }

        private func leaveClock() {
            guard let clock else { return }
            Signal.disconnect(clock.handler, of: clock.object)
            g_object_unref(UnsafeMutableRawPointer(clock.object))
            self.clock = nil
        }

        /// Returns the areas of all viewports around a widget.
        static func around(_ widget: UnsafeMutablePointer<GtkWidget>) -> [ScrolledArea] {
            var areas: [ScrolledArea] = []
            var inner = widget
            while let parent = gtk_widget_get_parent(inner),
                let viewport = gtk_widget_get_ancestor(parent, gtk_viewport_get_type())
            {
                let area = area(of: viewport)
                area.followClock()
                areas.append(area)
                inner = viewport
            }
            return areas
        }

        private static func area(of viewport: UnsafeMutablePointer<GtkWidget>) -> ScrolledArea {
            let key = "webimage-scrolled-area"
            let object = UnsafeMutableRawPointer(viewport).assumingMemoryBound(to: GObject.self)
            if let data = g_object_get_data(object, key) {
                return Unmanaged<ScrolledArea>.fromOpaque(data).takeUnretainedValue()
            }
            let area = ScrolledArea(of: viewport)
            g_object_set_data_full(
                object, key, Unmanaged.passRetained(area).toOpaque(),
                { if let data = $0 { Unmanaged<ScrolledArea>.fromOpaque(data).release() } })
            return area
        }

        /// Returns `true` if a view inside is in sight, and notifies it from now on when that
        /// changes.
        func contains(_ view: WebImageView) -> Bool {
            guard let place = place(of: view) else { return false }
            if near.width == 0 || near.height == 0 { near = part() }
            let isNear = near.touches(place)
            if let member = members[ObjectIdentifier(view)] {
                (member.place, member.isNear) = (place, isNear)
            } else {
                members[ObjectIdentifier(view)] = Member(view, at: place, isNear: isNear)
            }
            return isNear
        }

        /// Ends ``contains(_:)``.
        func remove(_ view: WebImageView) { members[ObjectIdentifier(view)] = nil }

        private func place(of view: WebImageView) -> Rectangle? {
            var bounds = graphene_rect_t()
            guard let content = gtk_viewport_get_child(OpaquePointer(viewport)),
                gtk_widget_compute_bounds(view.widget, content, &bounds) != 0
            else { return nil }
            return Rectangle(bounds)
        }

        /// Reads the part from the adjustments.
        private func part() -> Rectangle {
            let columns = range(GTK_ORIENTATION_HORIZONTAL)
            let rows = range(GTK_ORIENTATION_VERTICAL)
            return Rectangle(
                x: columns.start, y: rows.start, width: columns.length, height: rows.length)
        }

        private func range(_ orientation: GtkOrientation) -> (start: Double, length: Double) {
            guard let adjustment = adjustment(orientation),
                let content = gtk_viewport_get_child(OpaquePointer(viewport))
            else { return (0, 0) }
            let length = gtk_widget_get_size(content, orientation)
            let page = gtk_adjustment_get_page_size(adjustment)
            // A program may scroll to a place that exists after the next layout.
            let value = min(
                gtk_adjustment_get_value(adjustment), max(Double(length) - page, 0))
            return (value - page, 3 * page)
        }

        private func adjustment(
            _ orientation: GtkOrientation
        ) -> UnsafeMutablePointer<GtkAdjustment>? {
            let scrollable = OpaquePointer(viewport)
            return orientation == GTK_ORIENTATION_HORIZONTAL
                ? gtk_scrollable_get_hadjustment(scrollable)
                : gtk_scrollable_get_vadjustment(scrollable)
        }

        /// Lets views come into sight, a quarter of a page at a time.
        ///
        /// They leave it after the layout, since places are old if it moves them.
        private func scrolled() {
            let part = part()
            guard abs(part.x - near.x) > part.width / 12 || abs(part.y - near.y) > part.height / 12
            else { return }
            near = part
            let entering = members.values.filter { !$0.isNear && near.touches($0.place) }
            // The visible page is in the middle of the part.
            update(
                entering.sorted { near.distance(to: $0.place) < near.distance(to: $1.place) }[...])
        }

        /// Lets views come into sight or leave it, for a time; the rest in the next turn.
        private func update(_ waiting: ArraySlice<Member>) {
            let start = ContinuousClock.now
            var waiting = waiting
            while let member = waiting.popFirst() {
                if near.touches(member.place) != member.isNear { member.view?.appear() }
                if ContinuousClock.now - start >= Self.budget { break }
            }
            guard !waiting.isEmpty else { return }
            Task { [weak self, waiting] in self?.update(waiting) }
        }

        /// Follows a layout, which may have moved views without giving them another size.
        private func layoutEnded() {
            isStale = true
            guard reading == nil, !members.isEmpty else { return }
            reading = Task { [weak self] in
                while let area = self, area.isStale, !area.members.isEmpty {
                    area.isStale = false
                    await area.readPlaces()
                    try? await Task.sleep(for: Self.pause)
                }
                self?.reading = nil
            }
        }

        /// Reads the places of all members, a part of them at a time.
        private func readPlaces() async {
            var start = ContinuousClock.now
            for member in members.values.map(\.self) {
                if ContinuousClock.now - start >= Self.budget {
                    await Task.yield()
                    start = .now
                }
                near = part()
                guard let view = member.view, let place = place(of: view) else { continue }
                member.place = place
                if near.touches(place) != member.isNear { view.appear() }
            }
        }
    }

#endif
