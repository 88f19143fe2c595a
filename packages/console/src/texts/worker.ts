// Separate from the texts of every page, because the worker loads only these.

export const workerProblems = {
  engineData: 'The validation engine could not be loaded. Try again.',
  listChanged: 'The list has changed since it was read. Choose the file again.',
} as const
