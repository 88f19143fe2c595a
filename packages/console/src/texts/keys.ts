export const keys = {
  title: 'Keys',
  goTo: (page: string) => `Go to ${page}`,
  search: 'Go to the field of the page',
  enter: 'On Check: ask the service',
  escape: 'Close a dialog',
  help: 'Show these keys',
} as const
