export const checklist = {
  title: 'Get started',
  progress: '{done} of {count} done',
  dismiss: 'Hide',
  done: 'Done',
  steps: {
    list: { title: 'Clean a sample list', why: 'See how a list is read, checked and exported.', action: 'Open sample' },
    token: { title: 'Create an API token', why: 'Validate addresses from your own programs.', action: 'Create token' },
    guard: {
      title: 'Put the guard on a form',
      why: 'Catch typos and disposable addresses while people type.',
      action: 'Create site key',
    },
  },
} as const
