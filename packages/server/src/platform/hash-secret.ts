import { hash } from 'node:crypto'

/** The stored form of a token, link or cookie. A fast hash is enough: the input is random, so there is nothing to guess. */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
