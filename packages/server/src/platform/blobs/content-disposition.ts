import { create } from 'content-disposition'

/** RFC 6266. What could lead out of the header or out of the folder a file is saved in is replaced. */
export function contentDisposition(fileName: string): string {
  return create(fileName.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f/\\]/g, '_'))
}
