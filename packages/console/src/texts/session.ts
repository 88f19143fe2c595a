export const signIn = {
  title: 'Sign in',
  byLink: 'Signing in…',
  email: 'Email address',
  password: 'Password',
  code: 'Code',
  codeHint: 'Enter the code from your authenticator app, or a backup code.',
  submit: 'Sign in',
  busy: 'Signing in…',
  forgot: 'Forgot password?',
  noPassword: 'No password yet? Get a sign-in link. Run this command on the server:',
  linkCommands: [
    { label: 'With systemd (add sudo) or in a container', command: 'mailsift-admin sign-in-link' },
    { label: 'From the source folder', command: 'npm run -s admin -- sign-in-link' },
  ],
  endedTitle: 'Your session has ended',
  ended: 'It expired or was ended on another device. Sign in to continue where you left off.',
  resetTitle: 'Set a new password',
  resetSubmit: 'Set password',
  resetDone: 'Your new password is set, and all sessions were signed out. Sign in to continue.',
} as const

export const forgotPassword = {
  title: 'Forgot your password?',
  why: 'Enter the address that you sign in with. We send you a link to set a new password.',
  submit: 'Send link',
  sent: 'If a person signs in with this address, an email with a link is on its way. The link works once, for an hour.',
  back: 'Back to sign-in',
} as const

export const password = {
  current: 'Current password',
  new: 'New password',
  hint: 'At least {count} characters. Four random words work well.',
  show: 'Show password',
} as const
