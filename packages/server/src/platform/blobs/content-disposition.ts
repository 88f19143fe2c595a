/**
 * RFC 6266: a plain name for old clients and the real one in UTF-8 (RFC 8187). What could lead out of the header or out of
 * the folder a file is saved in is replaced.
 */
export function contentDisposition(fileName: string): string {
  const name = fileName.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f/\\]/g, '_')
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
