// Packages of ci/ for tests elsewhere (*.tools.ts), whose own packages do not have them.
export async function importFromCi<T>(name: string): Promise<T> {
  return (await import(name)) as T
}
