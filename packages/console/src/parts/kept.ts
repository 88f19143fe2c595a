/** The last choice in this browser, used as the default for the next list. */
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
