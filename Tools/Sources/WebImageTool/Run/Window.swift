/// Processes many items, some at once, and delivers the results in the order of the items.
struct Window<Item: Sendable> {
    private let items: [Item]
    private let width: Int

    init(of items: [Item], atOnce width: Int) {
        self.items = items
        self.width = width
    }

    /// Runs `work` on each item; calls `each` in order, once an item and all before it are done.
    func run<Value: Sendable>(
        work: @escaping @Sendable (Int, Item) async -> Value, each: (Item, Value) -> Void
    ) async {
        await withTaskGroup(of: (Int, Value).self) { group in
            var (started, reported) = (0, 0)
            var waiting: [Int: Value] = [:]
            func start() {
                guard started < items.count else { return }
                let (index, item) = (started, items[started])
                group.addTask { (index, await work(index, item)) }
                started += 1
            }
            for _ in 0..<width { start() }
            while let (index, value) = await group.next() {
                start()
                waiting[index] = value
                while let value = waiting.removeValue(forKey: reported) {
                    each(items[reported], value)
                    reported += 1
                }
            }
        }
    }
}
