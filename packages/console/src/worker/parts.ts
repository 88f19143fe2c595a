/** The modules of the worker. Each is loaded on its first call: the first page needs only the engine. */
export const PARTS = {
  trace: () => import('./trace.ts'),
  list: () => import('./list.ts'),
  results: () => import('./results.ts'),
  files: () => import('./files.ts'),
  bounces: () => import('./bounces.ts'),
}

export type Parts = { [Name in keyof typeof PARTS]: Awaited<ReturnType<(typeof PARTS)[Name]>> }
