/**
 * The builds of the installation may be older than the sources, after a pull for example. A console whose engine reads other data than it
 * has shows nothing, and each of its tests would wait for its time limit.
 */
export default async function setup(): Promise<void> {
  await import('../packages/engine/build/ensure.ts')
  await import('../packages/guard/build/ensure.ts')
  await import('../packages/console/build/ensure.ts')
}
