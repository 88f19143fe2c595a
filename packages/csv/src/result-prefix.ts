/** §2.6: normally `service.`, otherwise the first numbered name that no column of the file starts with. */
export function chooseResultPrefix(headerNames: readonly string[]): string {
  const taken = new Set(headerNames.map((name) => /^service\d*\./.exec(name)?.[0]))
  let prefix = 'service.'
  for (let number = 2; taken.has(prefix); number++) prefix = `service${number}.`
  return prefix
}
