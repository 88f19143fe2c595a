import type { FastifyRequest } from 'fastify'
import type { Mail, NewCredential } from '../../mail/mail.ts'
import type { Tx } from '../../platform/database/database.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { browserName } from './browser-name.ts'

/** Tells the person about a new way to sign in as them: somebody else may have added it. `id` is that of the passkey, identity or session. */
export async function reportCredential(
  tx: Tx,
  mail: Mail,
  { ip, headers }: FastifyRequest,
  { id, email, credential }: { id: string; email: string; credential: NewCredential },
): Promise<void> {
  const [network, browser] = [clientNetworkOf(ip), browserName(headers['user-agent'])]
  await mail.queue(tx, {
    key: `credential ${id}`,
    to: email,
    template: 'credential_added',
    values: { credential, at: new Date(), network, browser },
  })
}
