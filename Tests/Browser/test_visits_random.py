import os
import random

from support.engines import ChromiumEngine
from support.visit_test_case import VisitTestCase


class Model:
    """The expected history of a navigator.

    A place is a pair of tuples: the paths of the screens on the stack, and the paths of those in the modal.
    """

    def __init__(self):
        self.entries, self.index = [(("/",), ())], 0

    @property
    def place(self):
        return self.entries[self.index]

    def go_to(self, stack, sheets=()):
        """Goes back to the last earlier entry with this place. If there is none, changes the current entry to this
        place."""
        place = (tuple(stack), tuple(sheets))
        earlier = [index for index in range(self.index) if self.entries[index] == place]
        if earlier:
            self.index = earlier[-1]
        else:
            self.entries[self.index] = place

    def push(self, stack, sheets=()):
        self.entries[self.index + 1:] = [(tuple(stack), tuple(sheets))]
        self.index += 1

    def erase(self, paths):
        """Removes all entries that contain one of these paths, except the current one."""
        kept = [
            index for index, (stack, sheets) in enumerate(self.entries)
            if index == self.index or not {*stack, *sheets} & {*paths}]
        self.entries, self.index = [self.entries[index] for index in kept], kept.index(self.index)


class RandomVisits(VisitTestCase):
    """Random proposals, pops, dismissals, redirects, Back and Forward: stack, history and page agree with a model."""

    engine = ChromiumEngine
    #: The number of sequences. `VISIT_SEQUENCES=100` takes some minutes.
    sequences = int(os.environ.get("VISIT_SEQUENCES", 3))
    steps = 12

    def test_sequences(self):
        """R28: the stack, the history and the visible page agree after each step of a random sequence."""
        first = int(os.environ.get("VISIT_SEED", random.randrange(1 << 30)))
        for seed in range(first, first + self.sequences):
            done = []
            try:
                self.browser.new_session()
                self.run_sequence(random.Random(seed), done)
            except Exception as error:
                self.fail(f"VISIT_SEED={seed} fails after {', '.join(done)}: {error}")

    def run_sequence(self, chance, done):
        self.open_visits()
        model, self.count_of_pages = Model(), 0
        for _ in range(self.steps):
            stack, sheets = model.place
            steps = {"push": 4, "sheet": 2}
            if sheets or len(stack) > 1:
                steps["pop"] = 2
                steps["clear"] = 0.5
            if sheets:
                steps["dismiss"] = 1
            else:
                steps |= {"redirect": 1, "replace": 1}
            if model.index > 0:
                steps["back"] = 2
            if model.index < len(model.entries) - 1:
                steps["forward"] = 3
            step = chance.choices([*steps], [*steps.values()])[0]
            done.append(step)
            getattr(self, step)(model, *model.place)
            self.check(model)

    def check(self, model):
        expected = [*map(list, model.place), model.index > 0, model.index < len(model.entries) - 1]
        self.wait_until_equal(
            lambda: [(state := self.state())["stack"], state["sheets"], state["canGoBack"], state["canGoForward"]],
            expected, "stack, sheets, Back and Forward")
        stack, sheets = model.place
        top = (sheets or stack)[-1]
        self.wait_for_visit(top, top.strip("/").title() or "Home", self.SHEET if sheets else None)
        self.wait_for_entry()

    def page(self, folder=""):
        """Returns a path that no other screen has."""
        self.count_of_pages += 1
        return f"{folder}/p{self.count_of_pages}"

    def follow_to(self, path, sheets):
        self.visit(path, self.SHEET if sheets else None)

    # MARK: Steps

    def push(self, model, stack, sheets):
        path = self.page()
        self.follow_to(path, sheets)
        model.push([*stack, path])
        model.erase(sheets)

    def sheet(self, model, stack, sheets):
        path = self.page("/modal")
        self.follow_to(path, sheets)
        model.push(stack, [*sheets, path])

    def redirect(self, model, stack, sheets):
        path = self.page()
        self.follow_to(f"/redirect?{path}", sheets)
        model.push([*stack, path])

    def replace(self, model, stack, sheets):
        path = self.page()
        self.inside("document.querySelector('#replace').href = arguments[0]", path)
        self.follow("#replace")
        model.go_to([*stack[:-1], path])
        model.erase(stack[-1:])

    def clear(self, model, stack, sheets):
        self.follow_to("/clear", sheets)
        model.go_to(stack[:1])
        model.erase([*stack[1:], *sheets])

    def pop(self, model, stack, sheets):
        self.swift("pop")
        model.go_to(*((stack, sheets[:-1]) if sheets else (stack[:-1],)))

    def dismiss(self, model, stack, sheets):
        self.swift("dismiss")
        model.go_to(stack)

    def back(self, model, stack, sheets):
        self.browser.back()
        model.index -= 1

    def forward(self, model, stack, sheets):
        self.browser.forward()
        model.index += 1
