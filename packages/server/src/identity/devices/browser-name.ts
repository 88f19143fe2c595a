// Only for a person to recognize a sign-in: nothing is decided by it. The order matters, because browsers claim to be one another.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export function browserName(userAgent = ''): string {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (!browser) return 'unknown'
  return system ? `${browser} on ${system}` : browser
}
