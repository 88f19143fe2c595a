import { sample } from '../texts/sample-list.ts'

/** A list to try the console with. */
export function sampleList(): File {
  return new File([sample.rows], sample.name, { type: 'text/csv', lastModified: 0 })
}
