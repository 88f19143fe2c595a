import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { launchChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Returns the address of the run's Chromium, which starts on the first request. */
    chromiumDoor: string
  }
}

/** One Chromium for the whole run: starting it takes more processor time than most tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let chromium: Promise<BrowserServer> | undefined
  const door = createServer(async (_request, response) => {
    chromium ??= launchChromium()
    const address = await chromium.then(
      (server) => server.wsEndpoint(),
      (error: Error) => error,
    )
    response.writeHead(address instanceof Error ? 500 : 200).end(String(address))
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  project.provide('chromiumDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
  return async () => {
    door.close()
    await (await chromium)?.close()
  }
}
