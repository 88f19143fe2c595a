/** For runtimes without files: browsers and workers. */
export function openFile(_path: string | URL): Promise<Blob> {
  throw new TypeError('There are no paths in this runtime; give a File, a Blob or a stream instead')
}
