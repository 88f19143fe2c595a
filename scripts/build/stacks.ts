// Makes stacks of a bundled program tell files and lines of the sources. Node can do it too, but reads every map when a program starts,
// which takes a tenth of a second and 18 MB.
import { sourcePlace } from '../../packages/server/src/platform/source-place.ts'

const BUNDLE = new URL('./', import.meta.url).href
const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/

Error.prepareStackTrace = (error, frames) =>
  [titleOf(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n')

/** As V8 begins a stack. */
function titleOf(error: Error): string {
  try {
    return String(error)
  } catch {
    return '<error>'
  }
}

function describe(frame: NodeJS.CallSite): string {
  return String(frame).replace(PLACE, (written, url: string, line: string, column: string) => {
    if (!url.startsWith(BUNDLE)) return written
    const place = sourcePlace(url, Number(line), Number(column))
    return place ? `${place.path}:${place.line}:${place.column}` : written
  })
}
