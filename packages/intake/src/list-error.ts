export type ListProblem = 'not_a_list' | 'empty' | 'no_sheet' | 'broken_file' | 'no_column' | 'several_columns'

/** The file holds no list that can be read. The message is for the person whose file it is, and says what to do. */
export class ListError extends Error {
  readonly problem: ListProblem
  /** The message without anything that is written in the file. */
  readonly withoutContent: string

  constructor(problem: ListProblem, message: string, withoutContent = message) {
    super(message)
    this.withoutContent = withoutContent
    this.name = 'ListError'
    this.problem = problem
  }
}
