import type { MxRecord } from '@mailsift/engine'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { DomainDns } from './domain-dns.ts'

const PAGE_ROWS = 500

export type SeenHosts = { domain: string; mx: readonly MxRecord[]; nameservers: readonly string[] }

/** The mail hosts and name servers of the domains that were looked up lately, a page at a time. */
export async function* readHosts(db: Db): AsyncGenerator<SeenHosts[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ name: string; answer: DomainDns | null }>`
      SELECT name, answer FROM dns_facts WHERE name > ${after} ORDER BY name LIMIT ${PAGE_ROWS}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows.flatMap(({ name, answer }) => {
      if (!answer?.known) return []
      const { mx, nameservers } = answer.value
      return [{ domain: name, mx, nameservers: nameservers.known ? nameservers.value : [] }]
    })
    after = last.name
  }
}
