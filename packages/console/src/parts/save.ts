/** Starts a download of the file. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // By then the download has started, whatever the size.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
