#if GTK

    public import CGTK4
    public import WebImage
    public import WebImageLoading
    public import WebImagePipeline
    import WebImagePrefetch

    /// Prefetches the pictures that a scrolled list shows next.
    ///
    /// It follows the position and the direction of the scroll: the items after the visible ones
    /// are prefetched, the nearest first, and those before them after the direction has turned.
    /// Loads that a scroll has passed are cancelled. All items are assumed to have about one size.
    @GTKActor public final class ScrollPrefetcher {
        /// `true` if it prefetches; false also cancels what is running.
        public var isEnabled = true {
            didSet { isEnabled ? plan() : stop() }
        }
        /// `true` for a horizontal list whose items run from right to left: GTK counts its
        /// adjustment from the last item.
        public var isRightToLeft = false {
            didSet { if isRightToLeft != oldValue { reload() } }
        }

        private let adjustment: UnsafeMutablePointer<GtkAdjustment>
        private let pipeline: ImagePipeline
        private let target: PrefetchTarget
        private let options: ImageOptions
        private let pages: Double
        private let itemCount: @GTKActor () -> Int
        private let request: @GTKActor (Int) -> ImageRequest?
        private var handlers: [gulong] = []
        private var batch: PrefetchBatch?
        private var lastValue = 0.0
        private var isBackward = false
        /// The state of the list at the last plan, nil before the first.
        private var plannedAt: Plan?
        private struct Plan: Hashable {
            var firstItem: Int
            var count: Int
            var upper: Double
            var page: Double
        }

        /// The items of the last plan, for tests.
        package private(set) var planned: Range<Int> = 0..<0

        /// Creates a prefetcher, which lives as long as the program refers to it.
        ///
        /// - Parameters:
        ///   - adjustment: The vertical or horizontal adjustment of the scrolled window.
        ///   - pipeline: The pipeline of the list's views.
        ///   - target: The form in which pictures are kept; `memory` needs the `targetSize` and
        ///     `targetFit` of the cells in `options`.
        ///   - options: Settings of all prefetched pictures.
        ///   - pages: The items to prefetch, in visible pages.
        ///   - itemCount: Returns the number of items.
        ///   - request: Returns the request of an item, nil for none.
        public init(
            of adjustment: UnsafeMutablePointer<GtkAdjustment>,
            pipeline: ImagePipeline = .standard, into target: PrefetchTarget = .disk,
            options: ImageOptions = ImageOptions(), pages: Double = 2,
            itemCount: @escaping @GTKActor () -> Int,
            request: @escaping @GTKActor (Int) -> ImageRequest?
        ) {
            self.adjustment = adjustment
            self.pipeline = pipeline
            self.target = target
            self.options = options
            self.pages = pages
            self.itemCount = itemCount
            self.request = request
            g_object_ref(UnsafeMutableRawPointer(adjustment))
            lastValue = position
            handlers = ["value-changed", "changed"].map { signal in
                Signal.connect(signal, of: OpaquePointer(adjustment)) { [weak self] _ in
                    self?.moved()
                }
            }
            plan()
        }

        isolated deinit {
            for handler in handlers {
                Signal.disconnect(handler, of: OpaquePointer(adjustment))
            }
            g_object_unref(UnsafeMutableRawPointer(adjustment))
        }

        /// Plans anew, after items of the list have changed.
        ///
        /// A change of their number is noticed without it, in the next layout of the list.
        public func reload() {
            let hasCount = plannedAt?.count == itemCount()
            stop()
            (lastValue, isBackward) = (position, false)
            // With another number of items, the adjustment is the former ones' until the layout.
            if hasCount { plan() }
        }

        /// The distance of the visible page from the first item, in the unit of the adjustment.
        private var position: Double {
            let value = gtk_adjustment_get_value(adjustment)
            guard isRightToLeft else { return value }
            let page = gtk_adjustment_get_page_size(adjustment)
            return gtk_adjustment_get_upper(adjustment) - page - value
        }

        private func moved() {
            let value = position
            let wasBackward = isBackward
            if value != lastValue { isBackward = value < lastValue }
            lastValue = value
            guard let visible = visibleItems() else { return stop() }
            // Half a page at a time, so that a plan is not made for each frame of a scroll.
            let step = max(visible.count / 2, 1)
            if isBackward == wasBackward, let plannedAt,
                abs(visible.lowerBound - plannedAt.firstItem) < step
            {
                var same = plannedAt
                same.firstItem = visible.lowerBound
                if same == state(at: visible.lowerBound) { return }
            }
            plan()
        }

        /// Returns the items that are visible, by the adjustment's fractions; nil for none.
        private func visibleItems() -> Range<Int>? {
            let count = itemCount()
            let upper = gtk_adjustment_get_upper(adjustment)
            guard count > 0, upper > 0 else { return nil }
            let page = gtk_adjustment_get_page_size(adjustment)
            let first = Double(count) * min(max(lastValue / upper, 0), 1)
            let last = Double(count) * min(max((lastValue + page) / upper, 0), 1)
            return Int(first)..<max(Int(last.rounded(.up)), Int(first))
        }

        private func state(at firstItem: Int) -> Plan {
            Plan(
                firstItem: firstItem, count: itemCount(),
                upper: gtk_adjustment_get_upper(adjustment),
                page: gtk_adjustment_get_page_size(adjustment))
        }

        private func plan() {
            guard isEnabled else { return }
            guard let visible = visibleItems(), !visible.isEmpty else { return stop() }
            let state = state(at: visible.lowerBound)
            plannedAt = state
            let length = Int(min(Double(visible.count) * max(pages, 0), 10_000))
            if isBackward {
                planned = max(visible.lowerBound - length, 0)..<visible.lowerBound
            } else {
                planned = visible.upperBound..<min(visible.upperBound + length, state.count)
            }
            let items = isBackward ? Array(planned.reversed()) : Array(planned)
            // The former batch ends with its last reference; what both want continues.
            batch = pipeline.prefetch(
                items.compactMap { request($0) }, options: options, into: target)
        }

        private func stop() {
            batch = nil
            plannedAt = nil
            planned = 0..<0
        }
    }

#endif
