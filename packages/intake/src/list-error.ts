export type ListProblem = 'not_a_list' | 'empty' | 'no_sheet' | 'broken_file' | 'no_column' | 'several_columns'

/** The file contains no readable list. The message is for the file's owner and includes the next step. */
export class ListError extends Error {
  readonly problem: ListProblem
  /** The message without any content of the file. */
  readonly withoutContent: string

  constructor(problem: ListProblem, message: string, withoutContent = message) {
    super(message)
    this.withoutContent = withoutContent
    this.name = 'ListError'
    this.problem = problem
  }
}
