#if GTK

    public import CGTK4
    public import WebImage
    public import WebImagePipeline
    public import WebImageViews

    /// A widget that loads and shows pictures.
    ///
    /// ```swift no-compile
    /// let view = WebImageView()
    /// gtk_window_set_child(window, view.widget)
    /// view.load("https://example.com/cat.jpg")
    /// ```
    ///
    /// As soon as a parent has the widget, it keeps the view alive; until then the program holds
    /// the view. Loads begin when the widget is mapped and has a size, and stop when it is
    /// unmapped; then its textures are released, and taken from memory when it is mapped again.
    /// Therefore a cell of a `GtkGridView` or `GtkListView` only calls
    /// ``load(_:in:as:placeholder:onEnd:onUpdate:)`` when it is bound. In a `GtkViewport`, which a
    /// `GtkScrolledWindow` puts around `GtkFlowBox` and `GtkBox`, the same holds for what is more
    /// than one page away from the visible page; there, views need a size request, since all of
    /// those without a size are at the same place.
    ///
    /// A grid of equal cells is an ``ImageGrid``.
    ///
    /// In CSS the node is named `webimage`; `overflow: hidden` belongs to the widget's properties.
    @GTKActor public final class WebImageView {
        /// The widget, valid as long as this object.
        public var widget: UnsafeMutablePointer<GtkWidget> { reference.widget }
        /// The presentation of the loads that are given none: in the view's size, faded in.
        public var presentation: ImagePresentation = {
            var presentation = ImagePresentation(transition: .fade)
            presentation.followsViewSize = true
            return presentation
        }()
        /// `true` if a click, Return or the space bar repeats a load that failed.
        public var retriesOnClick = true {
            didSet { updateRetry() }
        }
        /// The symbolic icon after a failure without a failure image; nil for none.
        public var failureIconName: String? = "image-missing-symbolic" {
            didSet { updateIndicators() }
        }
        /// The text for assistive technology after a failure without a failure image; nil for none.
        public var failureDescription: String? = "The picture could not be loaded." {
            didSet { updateIndicators() }
        }
        /// `true` if a neutral tile stands in for a picture that loads or has failed, while there
        /// is no other to show, for a load without its own placeholder.
        public var showsPlaceholder = true {
            didSet { gtk_widget_queue_draw(widget) }
        }
        /// `true` if animations play; `false` shows and keeps their first frame.
        ///
        /// They begin paused if the user has asked the desktop for no animations.
        public var playsAnimations = true {
            didSet { if playsAnimations != oldValue { replay() } }
        }
        /// The number of times animations play, 0 for endlessly, nil for the file's number.
        ///
        /// A change holds for animations that play, too; a lower number than was reached ends them
        /// with their current loop.
        public var animationLoopCount: Int? {
            didSet { updatePlayers() }
        }
        /// The most bytes of decoded frames of each animation, besides the one being decoded; one
        /// frame is kept whatever its size.
        public var maxFrameBufferBytes = 32 << 20 {
            didSet { updatePlayers() }
        }
        /// The indicator in place of the spinner and the progress bar; nil for these.
        ///
        /// It is shown if the presentation has an `indicatorDelay`.
        public var indicator: ViewIndicator? {
            didSet {
                indicators.setOwn(indicator)
                updateIndicators()
            }
        }
        /// Called with the new state of a slot; nil for nothing.
        ///
        /// States that a call passes through are left out. Not called during a layout of GTK, so it
        /// may load and change the layout. The view retains it, so it should refer to the view
        /// weakly.
        public var onStateChange: (@GTKActor (SlotState, ImageSlot) -> Void)?
        /// The name of the picture for assistive technology; empty for a picture without a meaning,
        /// which is passed over, and nil if the name is unknown.
        public var alternativeText: String? {
            didSet { updateLabel() }
        }
        /// Called if a context menu is requested, with the position in the widget; nil for no menu.
        public var onContextMenu: (@GTKActor (_ x: Double, _ y: Double) -> Void)? {
            didSet { if onContextMenu != nil { gestures.addMenu(to: self) } }
        }
        /// `true` if the picture can be dragged to other programs.
        public var isDraggable = false {
            didSet { gestures.setDraggable(isDraggable, of: self) }
        }

        let reference: WidgetReference
        let loaderClock: any Clock<Duration>
        private(set) lazy var loader = ImageViewLoader(
            for: self, pipeline: startPipeline, clock: loaderClock)
        private let startPipeline: ImagePipeline
        var layers: [SlotLayer] = []
        let indicators: IndicatorWidgets
        var gestures = ViewGestures()
        /// `true` while the widget is mapped, was allocated, and is in sight of ``areas``, so that
        /// loads run.
        var isInSight = false
        /// The scrolled areas that contain the widget, while it is mapped.
        var areas: [ScrolledArea] = []
        /// The callback of the frame clock, 0 for none.
        var tick: guint = 0
        /// `true` if assistive technology was informed that the view is busy.
        var isReportedBusy = false
        /// The failure that was reported to assistive technology.
        var reportedDescription: String?
        /// `true` while the view comes into sight, as a layout of GTK may let it.
        var isAllocating = false
        /// `true` from a load until the next layout of the widget.
        var awaitsLayout = false
        /// `true` if the indicators are updated after the layout.
        var willUpdateIndicators = false
        /// The size of the last picture in points.
        var naturalSize: (width: Double, height: Double) = (0, 0)

        /// Creates a view without a picture.
        ///
        /// - Parameters:
        ///   - pipeline: The pipeline of its loads.
        ///   - clock: The clock of the delays of presentations.
        public init(
            pipeline: ImagePipeline = .standard, clock: any Clock<Duration> = ContinuousClock()
        ) {
            startPipeline = pipeline
            loaderClock = clock
            let widget = WidgetType.widget()
            reference = WidgetReference(widget)
            indicators = IndicatorWidgets(of: widget)
            WidgetType.link(widget, to: self)
            reference.attach(to: self)
            loader.viewDisappeared()
            loader.onStateChange = { [weak self] _, slot in self?.stateChanged(slot) }
            Signal.connect("notify::scale-factor", of: OpaquePointer(widget)) { [weak self] _ in
                self?.scaleChanged()
            }
        }

        isolated deinit {
            stopTicking()
            reference.release()
        }

        /// Returns the view of a widget, such as the child of a list's cell; nil for another
        /// widget.
        ///
        /// - Parameter widget: Any widget.
        public static func view(of widget: UnsafeMutablePointer<GtkWidget>) -> WebImageView? {
            WidgetType.view(of: widget)
        }

        /// The pipeline of the next loads.
        public var pipeline: ImagePipeline {
            get { loader.pipeline }
            set { loader.pipeline = newValue }
        }

        /// Sets the placement of a slot's pictures, by default the whole picture in the view; of
        /// the background, the whole view covered.
        ///
        /// A picture in the view's size is loaded again if the placement needs other pixels; with
        /// `GTK_CONTENT_FIT_FILL` it is loaded in the shape of the view.
        ///
        /// - Parameters:
        ///   - fit: The placement.
        ///   - slot: The slot of the view.
        public func setContentFit(_ fit: GtkContentFit, of slot: ImageSlot = .image) {
            let layer = layer(of: slot)
            layer.contentFit = fit
            gtk_widget_queue_draw(widget)
            if let fit = layer.targetFit { loader.setTargetFit(fit, of: slot) }
        }

        /// Returns the placement of a slot's pictures.
        public func contentFit(of slot: ImageSlot = .image) -> GtkContentFit {
            layer(of: slot).contentFit
        }

        /// Returns the content of a slot.
        public func shown(in slot: ImageSlot = .image) -> SlotContent { loader.shown(in: slot) }

        /// Returns the state of a slot.
        public func state(of slot: ImageSlot = .image) -> SlotState { loader.state(of: slot) }

        /// Returns the state of a slot now and after each change; a slow reader gets the latest.
        ///
        /// The sequence ends with the view, which it does not keep alive.
        public func states(of slot: ImageSlot = .image) -> AsyncStream<SlotState> {
            loader.states(of: slot)
        }

        /// Returns `true` if the load of a slot has not ended, or loads a released picture again.
        public func isLoading(_ slot: ImageSlot = .image) -> Bool { loader.isLoading(slot) }

        /// The names of the visible indicators, and the fraction of the progress bar, for tests.
        package var visibleIndicators: (names: [String], fraction: Double?) {
            (indicators.visible, indicators.fraction)
        }

        /// The number of live widgets of views in this process, for tests.
        package nonisolated static var liveWidgetCount: Int { WidgetType.liveCount }

        /// Returns the paintable of a slot, which further widgets may show.
        public func paintable(of slot: ImageSlot = .image) -> ImagePaintable {
            layer(of: slot).paintable
        }

        /// Returns the player of the animation in a slot; nil for none, or out of sight.
        public func player(of slot: ImageSlot = .image) -> AnimationPlayer? {
            layer(of: slot).player
        }
    }

    extension WebImageView: WidgetOwner {
        /// Releases handlers: one that refers to its view would keep both for ever.
        func widgetIsAlone() {
            for layer in layers { (layer.failedHandlers, layer.onUpdate) = (nil, nil) }
        }
    }

#endif
