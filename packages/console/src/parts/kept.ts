/** The last choice of this browser, so that the next list begins with it. */
export function readKept(key: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return {}
  }
}

export function writeKept(key: string, choice: object): void {
  localStorage.setItem(key, JSON.stringify(choice))
}
