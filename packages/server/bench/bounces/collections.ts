// Public collections of bounces, in checkouts that lie outside this repository. Nothing of them is copied here.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { BOUNCE_EMAIL, BOUNCE_PARSER, FLUFL, PHP_BOUNCE_HANDLER } from './labels.ts'
import { readRefusals } from './refusals.ts'
import { readHaraka, readRspamd, readRspamdFeedback, readZoneMta } from './reply-texts.ts'
import type { Sample } from './samples.ts'
import { readSisimai } from './sisimai.ts'

export type Collection = {
  name: string
  /** Rules were written with these; the others only measure. */
  isForBuilding: boolean
  /** Undefined where its checkout is not in the folder. */
  samples: Sample[] | undefined
}

export function readCollections(folder: string): Collection[] {
  const inFolder = (name: string, read: (path: string) => Sample[]): Sample[] | undefined =>
    existsSync(join(folder, name)) ? read(join(folder, name)) : undefined
  const measuredOnly = (name: string, read: (path: string) => Sample[]): Collection => ({
    ...{ name, isForBuilding: false, samples: inFolder(name, read) },
  })
  return [
    { name: 'rb-sisimai', isForBuilding: true, samples: inFolder('rb-sisimai', readSisimai) },
    {
      name: 'flufl.bounce',
      isForBuilding: true,
      samples: inFolder('flufl.bounce', (path) => labelled(path, 'flufl/bounce/tests/data/*.txt', FLUFL)),
    },
    {
      name: 'bounce_email',
      isForBuilding: true,
      samples: inFolder('bounce_email', (path) => labelled(path, 'test/*bounces/*.txt', BOUNCE_EMAIL)),
    },
    { name: 'refusals, first half', isForBuilding: true, samples: readRefusals('build') },
    { name: 'refusals, second half', isForBuilding: false, samples: readRefusals('measure') },
    measuredOnly('PHP-Bounce-Handler', (path) => labelled(path, 'eml/*', PHP_BOUNCE_HANDLER)),
    measuredOnly('Mail-DeliveryStatus-BounceParser', (path) => labelled(path, 't/corpus/*.msg', BOUNCE_PARSER, 'none')),
    measuredOnly('zone-mta', readZoneMta),
    measuredOnly('Haraka', readHaraka),
    measuredOnly('rspamd', (path) => [...readRspamd(path), ...readRspamdFeedback(path)]),
  ]
}

type Labels = typeof FLUFL

/** Mails that name several recipients say the same of all. Without a label, a mail is left out unless `others` says what it is. */
function labelled(folder: string, pattern: string, labels: Labels, others?: Labels[string]): Sample[] {
  return globSync(join(folder, pattern))
    .toSorted()
    .flatMap((file) => {
      const name = basename(file, extname(file))
      const label = labels[name] ?? others
      return label === undefined
        ? []
        : {
            name,
            mail: readFileSync(file),
            expected: [typeof label === 'string' ? [label] : label],
            isSameForAll: true,
          }
    })
}
