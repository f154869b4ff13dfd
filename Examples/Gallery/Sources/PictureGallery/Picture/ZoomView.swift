import CGTK4
import Foundation
import WebImage
import WebImageGTK
import WebImageViews

/// A view of one picture with zoom: by the wheel, by pinching, and by steps.
@GTKActor final class ZoomView {
    /// The scrolled view.
    let widget: Widget
    let view: WebImageView
    /// Called after the zoom has changed.
    var onZoom: (@GTKActor () -> Void)?

    /// The pixels of the screen for a pixel of the picture; nil for the whole picture in the view.
    private(set) var zoom: Double? {
        didSet { layOut() }
    }
    private var pinched = 1.0
    /// The position of the pointer over the view; nil for elsewhere.
    private var pointer: (x: Double, y: Double)?
    private var dragged = (x: 0.0, y: 0.0)

    private static let largest = 16.0
    private static let step = 1.25
    /// The distance on a touchpad, in points, that counts as one notch of a wheel.
    private static let notch = 40.0

    init(_ pipeline: ImagePipeline) {
        view = WebImageView(pipeline: pipeline)
        guard let scroller = gtk_scrolled_window_new() else {
            preconditionFailure("GTK cannot create a scrolled window.")
        }
        widget = scroller
        gtk_scrolled_window_set_child(scroller.opaque, view.widget)
        gtk_widget_set_hexpand(scroller, 1)
        gtk_widget_set_vexpand(scroller, 1)
        addGestures()
    }

    /// The size of the picture in points at 100 %; nil without a picture.
    private var whole: (width: Double, height: Double)? {
        guard let size = view.shown().picture?.metadata.size, !size.isEmpty else { return nil }
        let scale = Double(gtk_widget_get_scale_factor(widget))
        return (Double(size.width) / scale, Double(size.height) / scale)
    }

    /// The zoom at which the whole picture fits.
    private var fitting: Double {
        guard let whole else { return 1 }
        let width = Double(gtk_widget_get_width(widget)) / whole.width
        let height = Double(gtk_widget_get_height(widget)) / whole.height
        return max(min(width, height), 0.01)
    }

    /// The zoom that is seen, 1 for 100 %.
    var shownZoom: Double { zoom ?? fitting }

    /// Shows the whole picture.
    func fit() { zoom = nil }

    /// Shows the pixels of the picture as they are.
    func showPixels() { zoom(to: 1) }

    /// Zooms by steps, towards the centre.
    func zoom(by steps: Int) {
        zoom(to: shownZoom * pow(Self.step, Double(steps)))
    }

    /// Zooms towards a place of the view in points; nil for the centre.
    func zoom(to target: Double, at place: (x: Double, y: Double)? = nil) {
        guard whole != nil else { return }
        let least = min(fitting, 1)
        let target = min(target, Self.largest)
        if target <= least {
            zoom = least < 1 ? nil : 1
            return
        }
        let before = shownSize
        let centre = (
            Double(gtk_widget_get_width(widget)) / 2, Double(gtk_widget_get_height(widget)) / 2
        )
        let place = place ?? centre
        zoom = target
        let after = shownSize
        keep(
            place.x, gtk_scrolled_window_get_hadjustment(widget.opaque), before.width, after.width)
        keep(
            place.y, gtk_scrolled_window_get_vadjustment(widget.opaque), before.height, after.height
        )
    }

    /// The size of the picture in points at the zoom that is seen.
    private var shownSize: (width: Double, height: Double) {
        guard let whole else { return (0, 0) }
        return (whole.width * shownZoom, whole.height * shownZoom)
    }

    /// Scrolls so that what is at a place of the window stays there, when a side of the picture
    /// changes its length.
    private func keep(
        _ place: Double, _ adjustment: UnsafeMutablePointer<GtkAdjustment>?, _ before: Double,
        _ after: Double
    ) {
        guard before > 0 else { return }
        let page = gtk_adjustment_get_page_size(adjustment)
        // A picture that is smaller than the window is in its middle.
        func bar(_ side: Double) -> Double { max((page - side) / 2, 0) }
        let point = gtk_adjustment_get_value(adjustment) + place - bar(before)
        // The layout has not happened yet: the range of the content after it is set ahead.
        gtk_adjustment_set_upper(adjustment, max(after, page))
        gtk_adjustment_set_value(adjustment, point * after / before + bar(after) - place)
    }

    /// Requests the size of the picture at the zoom; without one, the view is as large as the
    /// window.
    private func layOut() {
        let child = view.widget
        // Only a picture that is larger than its pixels can be smaller than the window on both
        // sides.
        let isCentred = (zoom ?? 0) >= 1
        gtk_widget_set_halign(child, isCentred ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
        gtk_widget_set_valign(child, isCentred ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
        if let zoom, let whole {
            let (width, height) = (whole.width * zoom, whole.height * zoom)
            gtk_widget_set_size_request(child, gint(width.rounded()), gint(height.rounded()))
        } else {
            gtk_widget_set_size_request(child, -1, -1)
        }
        onZoom?()
    }

    private func addGestures() {
        if let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL) {
            gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE)
            Signal.connect("scroll", of: scroll) { [weak self] call in
                guard let self, let controller = call.object(at: 0),
                    let moved = call.double(at: 2)
                else { return }
                let isTouchpad =
                    gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE
                turn(by: isTouchpad ? moved / Self.notch : moved)
                call.returns(true)
            }
            gtk_widget_add_controller(widget, scroll)
        }
        addPointer()
        if let pinch = gtk_gesture_zoom_new() {
            Signal.connect("begin", of: pinch) { [weak self] _ in
                if let self { pinched = shownZoom }
            }
            Signal.connect("scale-changed", of: pinch) { [weak self] call in
                guard let self, let factor = call.double(at: 1) else { return }
                var (x, y) = (0.0, 0.0)
                let hasCentre = call.object(at: 0).map {
                    gtk_gesture_get_bounding_box_center($0, &x, &y) != 0
                }
                zoom(to: pinched * factor, at: hasCentre == true ? (x, y) : nil)
            }
            gtk_widget_add_controller(widget, pinch)
        }
        addDrag()
    }

    /// Zooms towards the pointer, as far as a wheel was turned; a turn away from the user enlarges.
    func turn(by notches: Double) {
        guard notches.isFinite else { return }
        zoom(to: shownZoom * pow(Self.step, -min(max(notches, -5), 5)), at: pointer)
    }

    /// Follows the pointer, since events of a wheel have no position.
    private func addPointer() {
        guard let motion = gtk_event_controller_motion_new() else { return }
        for signal in ["enter", "motion"] {
            Signal.connect(signal, of: motion) { [weak self] call in
                guard let x = call.double(at: 1), let y = call.double(at: 2) else { return }
                self?.pointer = (x, y)
            }
        }
        Signal.connect("leave", of: motion) { [weak self] _ in self?.pointer = nil }
        gtk_widget_add_controller(widget, motion)
    }

    /// Lets the pointer move a picture that is larger than the view.
    private func addDrag() {
        guard let drag = gtk_gesture_drag_new() else { return }
        Signal.connect("drag-begin", of: drag) { [weak self] _ in
            guard let self else { return }
            dragged = (
                gtk_adjustment_get_value(gtk_scrolled_window_get_hadjustment(widget.opaque)),
                gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(widget.opaque))
            )
        }
        Signal.connect("drag-update", of: drag) { [weak self] call in
            guard let self, let x = call.double(at: 1), let y = call.double(at: 2) else { return }
            gtk_adjustment_set_value(
                gtk_scrolled_window_get_hadjustment(widget.opaque), dragged.x - x)
            gtk_adjustment_set_value(
                gtk_scrolled_window_get_vadjustment(widget.opaque), dragged.y - y)
        }
        gtk_widget_add_controller(widget, drag)
    }
}
