import type { MxRecord } from '@mailsift/engine'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { DomainDns } from './domain-dns.ts'

const PAGE_ROWS = 500

type SeenMailHosts = { domain: string; mx: readonly MxRecord[] }

/** The mail hosts of the domains that were looked up lately, a page at a time. */
export async function* readMailHosts(db: Db): AsyncGenerator<SeenMailHosts[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ name: string; answer: DomainDns | null }>`
      SELECT name, answer FROM dns_facts WHERE name > ${after} ORDER BY name LIMIT ${PAGE_ROWS}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows.flatMap(({ name, answer }) => (answer?.known ? [{ domain: name, mx: answer.value.mx }] : []))
    after = last.name
  }
}
