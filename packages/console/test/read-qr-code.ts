import readQrCode from 'jsqr'
import type { Locator } from 'playwright-core'

const SCALE = 3

/** The text of a QR code on the page, decoded from its pixels, including the margin, as a camera would. */
export async function readCode(svg: Locator): Promise<string | undefined> {
  const [left, , size] = (await svg.getAttribute('viewBox'))!.split(' ').map(Number)
  const squares = (await svg.locator('path').getAttribute('d'))!.matchAll(/M(\d+) (\d+)h1v1h-1z/g)
  const dark = new Set(Array.from(squares, ([, x, y]) => `${Number(x) - left!} ${Number(y) - left!}`))
  const width = size! * SCALE
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (dark.has(`${Math.floor(x / SCALE)} ${Math.floor(y / SCALE)}`)) {
        const at = 4 * (y * width + x)
        pixels.fill(0, at, at + 3)
      }
  return readQrCode.default(pixels, width, width)?.data
}
