export const signIn = {
  title: 'Sign in',
  email: 'Email address',
  password: 'Password',
  code: 'Code',
  codeHint: 'Enter the code from your authenticator app, or a backup code.',
  submit: 'Sign in',
  busy: 'Signing in…',
  forgot: 'Forgot password?',
  noPassword: 'No password yet? Get a sign-in link. Run this command on the server:',
  noOtherWay: 'Cannot sign in? Get a sign-in link. Run this command on the server:',
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

export const signUp = {
  offer: 'Create an account',
  title: 'Create an account',
  why: 'We send a link to your address. Your account is created when you open it.',
  whyDomains: 'For addresses of {domains}. We send a link to your address. Your account is created when you open it.',
  submit: 'Send link',
  busy: 'Checking that you are not a robot…',
  sent: 'An email is on its way to {email}. Open the link in it within a day.',
  needsHttps: 'To create an account, open this page over https.',
  back: 'Back to sign-in',
  confirmTitle: 'Create your account',
  yourName: 'Your name (optional)',
  confirm: 'Create account',
} as const

export const forgotPassword = {
  title: 'Forgot your password?',
  why: 'Enter the address that you sign in with. We send you a link to set a new password.',
  submit: 'Send link',
  sent: 'If a person signs in with this address, an email with a link is on its way. The link works once, for an hour.',
  back: 'Back to sign-in',
} as const

export const confirmAddress = {
  title: 'Confirm your address',
  why: 'You joined by a link, which does not prove that the address is yours.',
  submit: '{email} is my address',
  other: 'If this is not your address, sign out and set a new password for yours.',
  signOut: 'Sign out',
  done: 'Your address is confirmed.',
  continue: 'Continue',
  setPassword:
    'This confirms your address. Passkeys, linked identities and two-factor authentication that somebody has set up with it are removed.',
  offer: 'Confirm {email} to belong to more than one account. Until then, you can work only in this one.',
  send: 'Send confirmation email',
  sent: 'An email is on its way to {email}. Open the link in it within a day, in this browser.',
} as const

export const password = {
  current: 'Current password',
  new: 'New password',
  hint: 'At least {count} characters. Four random words work well.',
  show: 'Show password',
} as const

export const singleSignOn = {
  or: 'or',
  continueWith: 'Continue with {provider}',
  confirmTitle: 'Link your account',
  confirmNow: 'You are signed in. Link the identity to your account to sign in with it from now on.',
  confirm: 'Link identity',
  notNow: 'Not now',
  linkFailed: 'Identity not linked',
  toSettings: 'Back to settings',
  toSignIn: 'Back to sign-in',
} as const

export const passkeys = {
  signIn: 'Sign in with a passkey',
  instead: 'Use a passkey instead',
  canceled:
    'No passkey was used. You canceled the request, it timed out, or this device has no passkey for this service.',
  exists: 'This device already has a passkey for your account.',
  title: 'Passkeys',
  why: 'Sign in with your fingerprint, your face or the PIN of your device, without a password.',
  notHere: 'Passkeys work over https and under a host name. Open the console under its public address to add one.',
  add: 'Add passkey',
  addWhy: 'Your browser then asks you to confirm with your device.',
  continue: 'Continue',
  name: 'Name',
  nameHint: 'Such as the device that it is on.',
  added: 'Added',
  lastUsed: 'Last used',
  never: 'Never',
  rename: 'Rename',
  renameOne: 'Rename {name}',
  save: 'Save',
  remove: 'Remove',
  removeOne: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeWhy: 'You can no longer sign in with it. Delete it on your device, too.',
} as const

export const requiredSecondFactor = {
  title: 'Two-factor authentication',
  why: '{name} requires two-factor authentication. To continue, add a passkey or turn on an authenticator app.',
  app: 'Authenticator app',
  usePasskey: '{name} requires two-factor authentication. To continue, use your passkey.',
  lost: 'If you lost it, ask the operator of this installation to run: mailsift-admin users remove-second-factor {email} --passkeys',
} as const
