import { fromBlob } from '../src/list.ts'
import { type ReadWhole, readList } from './read-list.ts'

export function readBase64(base64: string): Promise<ReadWhole> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return readList(fromBlob(new Blob([bytes])))
}
