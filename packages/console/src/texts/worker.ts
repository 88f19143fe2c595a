// Apart from those of every page: the worker loads these alone.

export const workerProblems = {
  engineData: 'The validation engine could not be loaded. Try again.',
  listChanged: 'The list has changed since it was read. Choose the file again.',
} as const
