// An authenticator in software: what a security key or a phone answers, and what an attacker would change of it.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

export type Answer = {
  challenge: string
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  type?: string
}

export type Authenticator = {
  id: string
  /** The last counter. */
  counter: number
  register(answer: Answer): { id: string; client_data: string; attestation: string; transports: string[] }
  assert(
    answer: Answer & { userHandle: string },
    key?: KeyObject,
  ): { id: string; client_data: string; authenticator_data: string; signature: string; user_handle: string }
}

const ORIGIN = 'http://mailsift.test'
const RP_ID = 'mailsift.test'

export function createAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const { x, y } = publicKey.export({ format: 'jwk' })
  // COSE (RFC 9053): an EC2 key for ES256 on P-256.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ])

  function dataOf({ rpId = RP_ID, isVerified = true, counter }: Answer, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++made.counter)
    const flags = PRESENT! | (isVerified ? VERIFIED! : 0) | (attested ? ATTESTED! : 0)
    const hash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([hash, Buffer.from([flags]), count, ...(attested ? [attested] : [])])
  }

  const clientData = ({ challenge, origin = ORIGIN }: Answer, type: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const made: Authenticator = {
    id: credentialId.toString('base64url'),
    counter: 0,
    register(answer) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose])
      const data = dataOf(answer, attested)
      // CBOR: { fmt: 'none', attStmt: {}, authData: data }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: made.id,
        client_data: clientData(answer, answer.type ?? 'webauthn.create').toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    assert(answer, key = privateKey) {
      const client = clientData(answer, answer.type ?? 'webauthn.get')
      const data = dataOf(answer)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id: made.id,
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        user_handle: answer.userHandle,
      }
    },
  }
  return made
}
