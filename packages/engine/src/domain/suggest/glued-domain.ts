/** `yahoo.com.gmail.com`, `gmail.com.com`, `gmail.comgmail.com`: a whole domain with something appended. */
export function createGluedDomains(targets: readonly string[]): (ascii: string) => string | undefined {
  const all = new Set(targets)
  return (ascii) => {
    for (const target of targets) {
      if (!ascii.startsWith(target) || ascii.length === target.length || all.has(ascii)) continue
      const rest = ascii.slice(ascii.charAt(target.length) === '.' ? target.length + 1 : target.length)
      if (all.has(rest) || rest === 'com') return target
    }
    return undefined
  }
}
