// The metrics of a node: what its supervisor knows, and what each of its processes answers.
import { readDiskSpace } from '../platform/data-folder/free-space.ts'
import { mergeMetrics, READING_LIFE_MS, type Sample, writeMetric } from '../platform/metrics/text.ts'
import { forAWhile } from '../platform/shared-value.ts'
import { ownVersion } from '../platform/version.ts'
import type { Child } from './child.ts'

/** `api-1`, `worker-2`: the same name for the process that takes the place of one that died. */
export type NamedChild = { name: string; child: Pick<Child, 'ask' | 'starts'> }

export function createNodeMetrics(
  children: () => readonly NamedChild[],
  diskFolder: string | undefined,
): () => Promise<string> {
  return forAWhile(READING_LIFE_MS, () => gather(children(), diskFolder))
}

async function gather(children: readonly NamedChild[], diskFolder: string | undefined): Promise<string> {
  const answers = await Promise.all(
    children.map(async ({ name, child }) => ({ process: name, child, text: await child.ask('own') })),
  )
  const up = answers.flatMap(({ process, child, text }) => (text === undefined ? [] : [{ process, child, text }]))
  const isUp = new Set(up.map(({ process }) => process))
  const own = [
    writeMetric('mailsift_info', 'gauge', 'Version of Mailsift; always 1.', [sample({ version: ownVersion() }, 1)]),
    writeMetric(
      'mailsift_process_up',
      'gauge',
      '1 if the process of this node returned its metrics, otherwise 0.',
      children.map(({ name }) => sample({ process: name }, isUp.has(name) ? 1 : 0)),
    ),
    writeMetric(
      'mailsift_process_starts_total',
      'counter',
      'Starts of each process of this node, including restarts and replacements.',
      children.map(({ name, child }) => sample({ process: name }, child.starts())),
    ),
    ...diskSpace(diskFolder),
  ]
  const fleet = await firstAnswer(up.map(({ child }) => child))
  return mergeMetrics([
    ...own.map((text) => ({ text })),
    ...up.map(({ process, text }) => ({ process, text })),
    ...(fleet === undefined ? [] : [{ text: fleet }]),
  ])
}

/** All would answer the same, each by asking the database. */
async function firstAnswer(children: readonly NamedChild['child'][]): Promise<string | undefined> {
  for (const child of children) {
    const text = await child.ask('fleet')
    if (text !== undefined) return text
  }
  return undefined
}

/** A node that stores elsewhere has no such folder. */
function diskSpace(folder: string | undefined): string[] {
  const space = readDiskSpace(folder)
  if (!space) return []
  return [
    writeMetric('mailsift_disk_bytes', 'gauge', 'Disk space of the data folder: free, and in total (size).', [
      sample({ state: 'free' }, space.freeBytes),
      sample({ state: 'size' }, space.sizeBytes),
    ]),
  ]
}

function sample(labels: Sample['labels'], value: number): Sample {
  return { labels, value }
}
