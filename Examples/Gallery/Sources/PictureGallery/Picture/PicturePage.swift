import CAdwaita
import CGTK4
import WebImage
import WebImageGTK
import WebImageViews

/// The page of one picture, with its controls and its information.
@GTKActor final class PicturePage {
    let widget: Widget
    let zoom: ZoomView
    let playback: PlaybackBar
    let info: InfoPanel
    private let percent: Widget
    /// The remark on a picture that failed or is cut off.
    let notice: Widget
    private let arrows: [Widget?]
    /// The picture that is shown, for the information in the header of its file.
    private var shown: (request: ImageRequest, response: ImageResponse)?
    private var header: Task<Void, Never>?
    /// Called after a picture was loaded or has failed.
    var onEnd: (@GTKActor () -> Void)?
    /// `true` if the controls over the picture are hidden, as in a slideshow.
    var isBare = false {
        didSet {
            for arrow in arrows { gtk_widget_set_visible(arrow, isBare ? 0 : 1) }
            playback.isHidden = isBare
            updateZoom()
        }
    }

    init(_ pipeline: ImagePipeline) {
        zoom = ZoomView(pipeline)
        let view = zoom.view
        playback = PlaybackBar { [weak view] in view?.player() }
        info = InfoPanel()
        guard let overlay = gtk_overlay_new(), let flap = adw_flap_new(),
            let percent = gtk_label_new(nil), let notice = gtk_label_new(nil)
        else { preconditionFailure("GTK cannot create the page of a picture.") }
        (widget, self.percent, self.notice) = (flap, percent, notice)
        arrows = Self.makeArrows()
        gtk_overlay_set_child(overlay.opaque, zoom.widget)
        for child in arrows + [playback.widget, percent, notice] {
            gtk_overlay_add_overlay(overlay.opaque, child)
        }
        // Beside a picture of at least that width, and over one that would be narrower.
        gtk_widget_set_size_request(overlay, 320, -1)
        // Rows of the information expand; the panel does not.
        gtk_widget_set_hexpand(info.widget, 0)
        gtk_widget_set_hexpand(overlay, 1)
        adw_flap_set_content(flap.opaque, overlay)
        adw_flap_set_flap(flap.opaque, info.widget)
        adw_flap_set_flap_position(flap.opaque, GTK_PACK_END)
        adw_flap_set_reveal_flap(flap.opaque, 0)
        adw_flap_set_swipe_to_open(flap.opaque, 0)
        gtk_widget_add_css_class(widget, "picture-page")
        gtk_widget_set_focusable(zoom.widget, 1)
        Shortcuts.add(Shortcuts.picture + Shortcuts.chosen, to: widget, inWindow: false)
        connect()
    }

    /// Returns the buttons at both sides of the picture.
    private static func makeArrows() -> [Widget?] {
        let previous = Widgets.button(
            "go-previous-symbolic", "Previous Picture", action: "win.previous")
        let next = Widgets.button("go-next-symbolic", "Next Picture", action: "win.next")
        gtk_widget_set_halign(previous, GTK_ALIGN_START)
        gtk_widget_set_halign(next, GTK_ALIGN_END)
        for button in [previous, next] {
            for name in ["osd", "circular", "arrow"] { gtk_widget_add_css_class(button, name) }
            gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        }
        return [previous, next]
    }

    private func connect() {
        for name in ["osd", "percent", "numeric"] { gtk_widget_add_css_class(percent, name) }
        gtk_widget_set_halign(percent, GTK_ALIGN_END)
        gtk_widget_set_valign(percent, GTK_ALIGN_END)
        for name in ["osd", "notice"] { gtk_widget_add_css_class(notice, name) }
        gtk_widget_set_halign(notice, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(notice, GTK_ALIGN_START)
        gtk_label_set_wrap(notice.opaque, 1)
        gtk_label_set_wrap_mode(notice.opaque, PANGO_WRAP_WORD_CHAR)
        for label in [percent, notice] { gtk_widget_set_can_target(label, 0) }
        if let click = gtk_gesture_click_new() {
            Signal.connect("pressed", of: click) { [weak self] _ in self?.focus() }
            gtk_widget_add_controller(zoom.widget, click)
        }
        zoom.onZoom = { [weak self] in self?.updateZoom() }
        let paintable = zoom.view.paintable().pointer
        // Each frame of an animation, and each new picture.
        Signal.connect("invalidate-contents", of: paintable) { [weak self] _ in
            self?.playback.update()
        }
    }

    /// Loads a picture in its full size; a picture of its tile stands in meanwhile.
    func show(_ request: ImageRequest, named name: String, placeholder: DecodedImage?) {
        var request = request
        request.previews = .every(.milliseconds(100))
        var presentation = ImagePresentation(
            placeholder: placeholder, indicatorDelay: .milliseconds(300))
        presentation.growthDelay = .zero
        forget()
        zoom.fit()
        zoom.view.alternativeText = name
        info.begin(name)
        tell(nil)
        playback.update()
        zoom.view.load(request, as: presentation) { [weak self] result in
            self?.ended(result, of: request)
        }
        updateZoom()
    }

    private func ended(_ result: Result<ImageResponse, ImageError>, of request: ImageRequest) {
        switch result {
        case .success(let response):
            shown = (request, response)
            info.show(response)
            readHeader()
            tell(response.image.metadata.isTruncated ? PictureFacts.truncated : nil)
        case .failure(.cancelled): return
        case .failure(let error):
            info.show(error)
            tell(error.description)
        }
        playback.update()
        updateZoom()
        onEnd?()
    }

    /// Adds to the information what the header of the file tells, once it is to be seen.
    private func readHeader() {
        guard showsInfo, header == nil, let shown else { return }
        var request = shown.request
        request.cachePolicy = .onlyIfCached
        header = Task { [weak self, pipeline = zoom.view.pipeline] in
            // The bytes are written after the response.
            await pipeline.flush()
            let header = try? await pipeline.info(for: request)
            guard let header, !Task.isCancelled else { return }
            self?.info.show(shown.response, header: header)
        }
    }

    private func forget() {
        header?.cancel()
        (header, shown) = (nil, nil)
    }

    /// Removes the picture, when the page is left.
    func clear() {
        forget()
        zoom.view.clear()
        playback.update()
    }

    /// `true` if the information is shown.
    var showsInfo: Bool {
        get { adw_flap_get_reveal_flap(widget.opaque) != 0 }
        set {
            adw_flap_set_reveal_flap(widget.opaque, newValue ? 1 : 0)
            readHeader()
        }
    }

    /// Shows a remark over the picture; nil for none.
    private func tell(_ text: String?) {
        gtk_label_set_text(notice.opaque, text ?? "")
        gtk_widget_set_visible(notice, text == nil ? 0 : 1)
    }

    private func updateZoom() {
        let hundredths = Int((zoom.shownZoom * 100).rounded())
        gtk_label_set_text(percent.opaque, "\(hundredths) %")
        gtk_widget_set_visible(percent, zoom.zoom == nil || isBare ? 0 : 1)
    }

    /// Gives the picture the keyboard.
    func focus() { gtk_widget_grab_focus(zoom.widget) }
}
