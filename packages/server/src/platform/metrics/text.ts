// Metrics as Prometheus reads them, version 0.0.4 of its text format.

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Gathering asks every process of a node, or the database: what was gathered is told again for a second, however many ask. */
export const READING_LIFE_MS = 1_000

export type MetricsText = {
  text: string
  /** Which process it is from; without one, it holds for all. */
  process?: string
}

/** One text out of many: the format wants all samples of a metric together, under one help and one type. */
export function mergeMetrics(texts: readonly MetricsText[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>()
  for (const { text, process } of texts) {
    let family: { head: string[]; samples: string[] } = { head: [], samples: [] }
    let isKnown = false
    for (const line of text.split('\n')) {
      if (line.startsWith('# HELP ')) {
        const name = line.split(' ', 3)[2]!
        isKnown = families.has(name)
        family = families.get(name) ?? { head: [], samples: [] }
        families.set(name, family)
      }
      if (line.startsWith('#')) {
        if (!isKnown) family.head.push(line)
      } else if (line !== '') family.samples.push(process === undefined ? line : withProcess(line, process))
    }
  }
  const blocks = Array.from(families.values(), ({ head, samples }) => [...head, ...samples].join('\n'))
  return `${blocks.join('\n\n')}\n`
}

function withProcess(line: string, process: string): string {
  const at = line.search(/[{ ]/)
  const [name, rest] = [line.slice(0, at), line.slice(at)]
  const label = `process="${process}"`
  return rest.startsWith('{') ? `${name}{${label},${rest.slice(1)}` : `${name}{${label}}${rest}`
}

export type Sample = { labels: Readonly<Record<string, string>>; value: number }

/** For those who count too little to need a library for it. Labels hold neither quotes nor line breaks. */
export function writeMetric(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value }) => {
    const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${inside.length ? `{${inside.join()}}` : ''} ${value}`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
}
