// The published packages: their entries, and the runtimes that each is built for.

/** Runtimes differ in which files a package's own `imports` (`#idna`, `#files`) lead to. */
export type Runtime = 'browser' | 'node' | 'default'

export type Published = {
  /** The folder below packages/. */
  folder: string
  /** Its name on the registry, where it differs from the workspace's. */
  name?: string
  /** Export → source file, below the package's folder. */
  entries: Readonly<Record<string, string>>
  /** For `exports`, in the order in which conditions are tried; the last one is for everything else. */
  runtimes: readonly Runtime[]
  /** Entries for Node alone. */
  nodeOnly?: readonly string[]
  /** Further files, as they are: export, which is also their place below dist/ → path from the package's folder. */
  files?: Readonly<Record<string, string>>
  /** Documents that the README links to, beside it. */
  documents?: readonly string[]
  /** A program: command → source file. It is built as ES modules for Node alone. */
  bin?: Readonly<Record<string, string>>
  /** Programs of threads that it starts, built beside it: name → source file. */
  threads?: Readonly<Record<string, string>>
  /** Packages of ours that are built in and have `imports` of their own. */
  importsOf?: readonly string[]
  /** Libraries that Node loads when the first name needs them: built in, each as its own file. */
  loadedLate?: readonly string[]
  /** Everything else is built in. Where a library asks for a newer Node than it needs, that spares people a refusal to install. */
  dependencies: readonly string[]
}

export const PUBLISHED: readonly Published[] = [
  {
    folder: 'engine',
    entries: {
      '.': 'src/index.ts',
      './guard': 'src/guard.ts',
      './node': 'src/node.ts',
      './policy': 'src/reasons/policy.ts',
      './reason-texts': 'src/reasons/catalog.ts',
      './registry-state': 'src/reasons/registry-state.ts',
    },
    runtimes: ['browser', 'node', 'default'],
    nodeOnly: ['./node'],
    files: {
      './data/console.bin': 'data/console.bin',
      './data/engine.bin': 'data/engine.bin',
      './data/guard.bin': 'data/guard.bin',
      './data/manifest.json': 'data/manifest.json',
    },
    documents: ['QUALITY.md'],
    loadedLate: ['tr46'],
    dependencies: ['tldts'],
  },
  {
    folder: 'sdk',
    entries: { '.': 'src/index.ts', './lists': 'src/lists/index.ts' },
    // A runtime that says nothing of itself has files as little as a browser.
    runtimes: ['browser', 'node', 'browser'],
    dependencies: [],
  },
  {
    // The used part of the engine is built in: its users would otherwise install eight megabytes for a tenth of one.
    folder: 'guard',
    entries: { '.': 'src/index.ts' },
    runtimes: ['browser'],
    files: { './data/guard.bin': '../engine/data/guard.bin' },
    importsOf: ['engine'],
    dependencies: [],
  },
  {
    folder: 'cli',
    name: 'mailsift',
    entries: {},
    runtimes: ['node'],
    bin: { mailsift: 'src/main.ts' },
    threads: { thread: 'src/stream/thread.ts' },
    dependencies: [
      '@mailsift/engine',
      '@mailsift/sdk',
      '@modelcontextprotocol/server',
      'string-width',
      'typebox',
      'unzipit',
    ],
  },
  {
    folder: 'duckdb',
    entries: { '.': 'src/index.ts', './program': 'src/program.ts' },
    runtimes: ['node'],
    dependencies: ['@duckdb/node-api', '@mailsift/engine'],
  },
]

/** Conditions of a package that stand for each runtime. */
export const CONDITIONS: Readonly<Record<Runtime, readonly string[]>> = {
  browser: ['browser', 'worker', 'workerd'],
  node: ['node', 'deno', 'bun'],
  default: ['default'],
}
