/// Why a template is not filled in: a sentence.
struct TemplateError: Error, Equatable {
  let problem: String

  init(_ problem: String) {
    self.problem = problem.printable
  }
}
