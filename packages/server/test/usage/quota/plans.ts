// Plans in a file, as an operator writes them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { PlansFile } from '../../../src/accounts/plans/plan.ts'

export async function writePlans(plans: PlansFile['plans']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-plans-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'plans.json')
  await writeFile(path, JSON.stringify({ version: 1, plans }))
  return path
}
