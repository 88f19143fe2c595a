import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openBuiltFiles } from '../../../../src/platform/http/pages/built-files.ts'

test.each(['page.html', 'assets/script-1a2b.js'])(
  'a read of %s that failed is tried again by the next request',
  async (path) => {
    const folder = await mkdtemp(join(tmpdir(), 'built-files-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, path), 'listed')
    const open = await openBuiltFiles(pathToFileURL(`${folder}/`), () => "default-src 'none'")
    const request = async () => gunzipSync(await (await open(path)!).encoded('gzip')).toString()
    await rm(join(folder, path))
    await expect(request()).rejects.toMatchObject({ code: 'unavailable' })
    await writeFile(join(folder, path), 'back again')
    expect(await request()).toBe('back again')
  },
)
