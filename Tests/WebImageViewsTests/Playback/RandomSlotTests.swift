import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageViews

/// Thousands of random sequences of events, with invariants that must always hold.
struct RandomSlotTests {
    @Test(arguments: 0..<40)
    func `whatever happens, no older picture wins and each load ends once`(seed: UInt64) {
        for course in 0..<50 {
            var random = SplitMix(state: seed << 32 | UInt64(course))
            var world = SlotWorld()
            for _ in 0..<60 { world.step(&random) }
            world.settle()
            #expect(world.faults == [], "seed \(seed), course \(course): \(world.history)")
            if !world.faults.isEmpty { return }
        }
    }
}

/// Splitmix64, the same on every machine.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// A slot with its attempts and timers, and its invariants.
private struct SlotWorld {
    private var state = ImageViewState()
    private var loads: [UInt64] = []
    private var ended: [UInt64: Int] = [:]
    /// The attempts in the pipeline, with their loads.
    private var running: [UInt64: UInt64] = [:]
    private var timers: [ViewTimer: UInt64] = [:]
    /// The load of each picture, by its identity.
    private var makers: [ObjectIdentifier: UInt64] = [:]
    private var pictures: [DecodedImage] = []
    private var beginning: UInt64 = 0
    private var newestPictured: UInt64 = 0
    private var isEmptied = true
    private var isFailed = false
    private(set) var faults: [String] = []
    private(set) var history: [String] = []

    mutating func step(_ random: inout SplitMix) {
        let attempt = running.keys.sorted().randomElement(using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: begin(&random)
        case 2: note("cancel") { $0.cancel() }
        case 3: clear()
        case 4: drop(Bool.random(using: &random))
        case 5, 6: note("appear") { $0.appeared() }
        case 7:
            let side = [0, 10, 50, 90].randomElement(using: &random) ?? 0
            note("resize \(side)") { $0.resized(to: PixelSize(width: side, height: side)) }
        case 8:
            guard
                let timer = timers.keys.sorted(by: { "\($0)" < "\($1)" })
                    .randomElement(using: &random), let load = timers.removeValue(forKey: timer)
            else { return }
            note("fire \(timer)") { $0.fired(timer, of: load) }
        case 9:
            guard let attempt else { return }
            let picture = made(by: attempt)
            note("preview \(attempt)") { $0.previewed(attempt, picture) }
        case 10:
            guard let attempt else { return }
            let progress = LoadProgress(receivedByteCount: 1, expectedByteCount: 4)
            note("progress \(attempt)") { $0.progressed(attempt, progress) }
        default: finish(attempt, fails: Int.random(in: 0..<3, using: &random) == 0)
        }
    }

    /// Ends all loads, and checks the result.
    mutating func settle() {
        note("appear") { $0.appeared() }
        note("resize") { $0.resized(to: PixelSize(width: 99, height: 99)) }
        for _ in 0..<100 {
            for (timer, load) in timers {
                timers[timer] = nil
                note("fire \(timer)") { $0.fired(timer, of: load) }
            }
            for attempt in running.keys.sorted() { finish(attempt, fails: false) }
        }
        if let load = loads.first(where: { ended[$0] != 1 }) {
            faults.append("load \(load) ended \(ended[load] ?? 0) times")
        }
        if case .loading = state.slotState { faults.append("its state is that it loads") }
        if state.isLoading || state.indicator != .hidden { faults.append("it still loads") }
        if state.isFailed != isFailed { faults.append("a failure was not reported") }
    }

    private mutating func begin(_ random: inout SplitMix) {
        var plan = ImagePresentation(
            placeholder: Bool.random(using: &random) ? .dot() : nil,
            failureImage: Bool.random(using: &random) ? .dot() : nil,
            indicatorDelay: [nil, .zero, .milliseconds(5)].randomElement(using: &random) ?? nil,
            transition: Bool.random(using: &random) ? .fade : nil)
        plan.placeholderMoment =
            [.immediately, .after(.seconds(1)), .onFailure].randomElement(using: &random)
            ?? .immediately
        plan.keepsFormerPicture = Bool.random(using: &random)
        plan.former = Bool.random(using: &random) ? .keep : .cancel
        plan.waitsForTransition = Bool.random(using: &random)
        plan.followsViewSize = Bool.random(using: &random)
        plan.setsPicture = Int.random(in: 0..<5, using: &random) > 0
        let subject = ["a", "b", "c", nil].randomElement(using: &random) ?? nil
        let (load, actions) = state.begin(plan, subject: subject.map { PictureSubject($0) })
        history.append("begin \(load) \(subject ?? "-")")
        loads.append(load)
        perform(actions)
    }

    private mutating func finish(_ attempt: UInt64?, fails: Bool) {
        guard let attempt else { return }
        let picture = made(by: attempt)
        running[attempt] = nil
        let response = ImageResponse(image: picture, origin: .network)
        note("finish \(attempt) \(fails)") {
            $0.finished(attempt, fails ? .failure(.notCached) : .success(response))
        }
    }

    private mutating func clear() {
        note("clear") { $0.clear() }
        if state.shown != .nothing { faults.append("something is shown after clear") }
    }

    private mutating func drop(_ drops: Bool) {
        isEmptied = isEmptied || drops
        note("disappear \(drops)") { $0.disappeared(dropsPicture: drops) }
        if !running.isEmpty { faults.append("loads run for a view out of sight") }
    }

    private mutating func note(
        _ event: String, _ body: (inout ImageViewState) -> [ViewAction]
    ) {
        history.append(event)
        perform(body(&state))
    }

    private mutating func made(by attempt: UInt64) -> DecodedImage {
        let picture = DecodedImage.reduced()
        pictures.append(picture)
        makers[ObjectIdentifier(picture.handle)] = running[attempt] ?? 0
        return picture
    }

    private mutating func perform(_ actions: [ViewAction]) {
        for action in actions {
            history.append("→ " + SlotProbe.line(action))
            switch action {
            case .lookUp(let attempt, _): perform(state.looked(for: attempt, remembered(attempt)))
            case .start(let attempt):
                if !state.isVisible { faults.append("a load begins out of sight") }
                running[attempt] = loads.last ?? 0
            case .cancel(let attempt): running[attempt] = nil
            case .wake(let timer, let load, _): timers[timer] = load
            case .end(let load, _):
                ended[load, default: 0] += 1
                if ended[load] == 2 { faults.append("load \(load) ended twice") }
            case .show(let picture, _), .extend(let picture): check(picture)
            case .fail(let isFailed):
                if isFailed == self.isFailed { faults.append("\(isFailed) is reported twice") }
                self.isFailed = isFailed
            case .update(let load, _):
                if load != loads.last || ended[load] != nil {
                    faults.append("load \(load) gets an update too late")
                }
            case .indicate: break
            }
        }
    }

    /// Returns the answer of memory: sometimes the picture, or a preliminary one.
    private mutating func remembered(_ attempt: UInt64) -> MemoryAnswer {
        guard attempt % 7 < 2 else { return .miss }
        let picture = DecodedImage.reduced()
        pictures.append(picture)
        makers[ObjectIdentifier(picture.handle)] = loads.last ?? 0
        let response = ImageResponse(image: picture, origin: .memory)
        return attempt % 7 == 0 ? .hit(response) : .meanwhile(response)
    }

    private mutating func check(_ picture: SlotContent) {
        switch picture {
        case .image(let image), .preview(let image):
            guard let maker = makers[ObjectIdentifier(image.handle)] else { return }
            if maker < newestPictured { faults.append("\(maker) is shown after \(newestPictured)") }
            newestPictured = max(newestPictured, maker)
            isEmptied = false
        case .placeholder:
            if !isEmptied, newestPictured == loads.last { faults.append("a placeholder after all") }
        case .nothing, .failure: break
        }
    }
}
