export const keys = {
  title: 'Keyboard shortcuts',
  goTo: 'Go to {page}',
  search: 'Focus the search or address field',
  enter: 'Check the domain of the address',
  escape: 'Close a dialog',
  help: 'Show these shortcuts',
  names: { enter: 'Enter', escape: 'Esc' },
} as const
