import { setTimeout as sleep } from 'node:timers/promises'
import type { ListDetail } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { isFullRun } from '../support/program.ts'
import { startFaultProgram } from './fault-program.ts'

const ROUNDS = isFullRun ? 30 : 5
const ENDS = ['completed', 'partial', 'failed']

test(`kill -9 of a worker or an API around ${ROUNDS} stops: every list ends, and what is stored is billed once`, async () => {
  const program = await startFaultProgram()
  const caller = await program.newCaller()
  let [stopped, completed] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const emails = Array.from({ length: 10_000 }, (_, at) => `person${round}.${at}@gmail.com`)
    const job = await program.submit(caller, { emails }, `stop ${round}`)
    const list = `${program.origin}/account/lists/${job.id}`
    // Fixed time: a random point of the work.
    await sleep(Math.random() * 250)
    const stop = program.send(caller, `${list}/stop`, { method: 'POST' })
    // Fixed time: a random point around the commit of the stop.
    await sleep(Math.random() * 20)
    const pids = await program.pids()
    const [victim] = round % 2 === 0 ? pids.worker : pids.api
    if (victim) process.kill(victim, 'SIGKILL')
    expect((await stop).status).toBe(204)
    const ended = await eventually(async () => {
      const found = (await (await program.send(caller, list)).json()) as ListDetail
      return ENDS.includes(found.status) && found
    })
    if (ended.status === 'completed') completed++
    else {
      stopped++
      expect(ended).toMatchObject({ status: 'failed', failure: 'Stopped by its owner', stopped: true })
    }
  }
  console.info(`${stopped} lists were stopped, ${completed} completed before`)
  await program.expectInvariants()
})
