import type { EventEmitter } from 'node:events'
import type { Job } from 'graphile-worker'
import { Counter, Gauge } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'

type MeasuredQueue = {
  /** Events of graphile-worker. */
  events: EventEmitter
  concurrency: number
  running: ReadonlySet<string>
}

/** Task counters of one worker process, over all its queues. */
export type TaskMeter = { measure(queue: MeasuredQueue): void }

export function createTaskMeter(metrics: Metrics): TaskMeter {
  const queues: MeasuredQueue[] = []
  const ended = new Counter({
    name: 'mailsift_tasks_ended_total',
    help: 'Runs of tasks in this process by kind and outcome: done, or failed and to be run again.',
    labelNames: ['task', 'outcome'],
    registers: [metrics],
  })
  new Gauge({
    name: 'mailsift_task_places',
    help: 'Places for tasks in this process: busy, and how many there are (max).',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'busy' }, sum(queues.map(({ running }) => running.size)))
      this.set({ state: 'max' }, sum(queues.map(({ concurrency }) => concurrency)))
    },
  })
  return {
    measure(queue) {
      queues.push(queue)
      const count = (outcome: string, { job }: { job: Job }) => ended.inc({ task: job.task_identifier, outcome })
      queue.events.on('job:success', (event) => count('done', event))
      queue.events.on('job:error', (event) => count('failed', event))
    },
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
