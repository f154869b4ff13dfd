"""Tests of the arithmetic of figures: `python3 -m unittest` in Benchmarks, or `scripts/check part figures`."""
import contextlib
import io
import json
import pathlib
import tempfile
import unittest

from groups.caches import entries_of
from groups.gain_maps import less
from runner.figures import CPU, PEAK, Entry, Report, digits, holds, race, table


def entry(name, *cpu):
    return Entry(name, [{CPU: one, PEAK: 3 * one} for one in cpu])


class Figures(unittest.TestCase):
    def test_a_figure_is_the_median_of_the_rounds(self):
        self.assertEqual(entry("a", 1, 9, 2).value(CPU), 2)
        self.assertEqual(entry("a", 2, 3, 1, 2).value(PEAK), 6)
        self.assertIsNone(Entry("nothing").value(CPU))

    def test_a_ratio_compares_what_was_measured_in_the_same_round(self):
        # The medians of the two may come from different rounds.
        late, early = entry("a", 1, 1, 10), entry("b", 2, 20, 20)
        self.assertEqual(late.ratio(early), 0.5)
        self.assertIsNone(late.ratio(entry("c")))
        early.failure = "no luck"
        self.assertIsNone(late.ratio(early))

    def test_contestants_take_turns_and_the_first_round_does_not_count(self):
        turns = []

        def contestant(name):
            return lambda: turns.append(name) or {CPU: 100 if len(turns) < 3 else 1}

        entries = race({name: contestant(name) for name in "ab"}, rounds=4, alternates=True)
        self.assertEqual("".join(turns), "ab" + "baabbaab")
        self.assertEqual([one.rounds for one in entries], [[{CPU: 1}] * 4] * 2)
        self.assertEqual(len(race({"a": contestant("a")}, seconds=0)[0].rounds), 3)

    def test_one_that_fails_takes_no_further_part(self):
        results = iter([1, 2])
        failing, other = race({"a": lambda: {CPU: next(results)}, "b": lambda: {CPU: 1}}, rounds=4)
        self.assertEqual((failing.failure, failing.value(CPU)), ("StopIteration", None))
        self.assertEqual(len(other.rounds), 4)

    def test_a_number_has_four_digits_that_count(self):
        for value, text in ((0, "0.000000"), (1, "1.000"), (12.345, "12.35"), (99_999.5, "100000"), (0.05, "0.05000"),
                            (-2.5, "-2.500"), (float("nan"), "-"), (None, "-")):
            self.assertEqual(digits(value), text)

    def test_a_target_holds_up_to_its_limit(self):
        self.assertEqual([holds(1.2, "≤ 1.2"), holds(1.21, "≤ 1.2"), holds(5, "≥ 5"), holds(4.9, "≥ 5")],
                         [True, False, True, False])

    def test_a_table_has_its_figures_under_its_headings(self):
        lines = table([["", "CPU ms", ""], ["WebImage", "1.250", ""], ["x", "-", "is not there"]])
        self.assertEqual(lines, ["            CPU ms", "  WebImage   1.250", "  x              -  is not there"])

    def test_a_report_tells_all_that_was_missed(self):
        report = Report()
        self.assertEqual(report.status, 0)
        with contextlib.redirect_stdout(io.StringIO()):
            report.section("resize", [entry("WebImage", 3)])
            report.verdict("CPU / Pillow", 1.5, "≤ 1.2")
            self.assertEqual(report.status, 2)
            report.verdict("CPU / OpenCV", None, "≤ 1.2")
        self.assertEqual(report.status, 1)
        self.assertIn("0 of 1 targets hold\n  MISSED by 25.0%: resize: CPU / Pillow 1.500 ×", report.summary())
        self.assertIn("not measured: resize: CPU / OpenCV", report.summary())
        with tempfile.TemporaryDirectory() as folder:
            report.write(path := pathlib.Path(folder, "results.json"))
            self.assertFalse(json.loads(path.read_text())["verdicts"][0]["holds"])

    def test_each_line_of_an_action_is_a_sample(self):
        entries = entries_of("floor 5000 5100\nread 6000 6100\nfloor 50000 51000\nread 70000 72000\n")
        self.assertEqual(entries["read"].value("CPU ns"), 38000)
        self.assertEqual(round(entries["read"].ratio(entries["floor"], "CPU ns"), 2), 1.3)

    def test_a_start_is_taken_off_in_its_own_round(self):
        self.assertEqual(less(entry("call", 5, 9), entry("start", 2, 3)).rounds, [{CPU: 3}, {CPU: 6}])
        failed = entry("start", 2, 3)
        failed.failure = "no luck"
        self.assertIsNone(less(entry("call", 5, 9), failed).value(CPU))


if __name__ == "__main__":
    unittest.main()
