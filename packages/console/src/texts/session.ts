export const signIn = {
  title: 'Sign in',
  byLink: 'Signing in by link…',
  email: 'E-mail address',
  password: 'Password',
  code: 'Code',
  codeHint: 'From your authenticator app, or a backup code.',
  submit: 'Sign in',
  busy: 'Signing in…',
  noPassword: 'No password yet? On the machine that runs Mailsift, this makes a link that signs you in:',
  linkLabel: 'The command that makes a link',
  linkCommand: 'npm run -s admin -- sign-in-link',
  endedTitle: 'Your session has ended',
  ended: 'It expired or was ended elsewhere. Sign in to go on; this page stays as it is.',
  resetTitle: 'Set a new password',
  resetSubmit: 'Set the password',
  resetDone: 'The new password is set, and every session was ended. Sign in with it.',
} as const

export const password = {
  current: 'Current password',
  new: 'New password',
  hint: (count: number) => `At least ${count} characters. Four random words are good.`,
  show: 'Show what I type',
} as const
