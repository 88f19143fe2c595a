/** `endings` are host names, or what follows a dot in them. */
export function isSkipped(host: string, endings: readonly string[]): boolean {
  return endings.some((ending) => host === ending || host.endsWith(`.${ending}`))
}
