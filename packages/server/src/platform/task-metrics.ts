import type { EventEmitter } from 'node:events'
import type { Job } from 'graphile-worker'
import { Counter, Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'

export type TaskMetricsDeps = {
  /** What graphile-worker tells. */
  events: EventEmitter
  metrics: Metrics
  concurrency: number
  running: ReadonlySet<string>
}

/** What the tasks of one worker process come to. */
export function measureTasks({ events, metrics, concurrency, running }: TaskMetricsDeps): void {
  const ended = new Counter({
    name: 'mailsift_tasks_ended_total',
    help: 'Runs of tasks in this process by kind and outcome: done, or failed and to be run again.',
    labelNames: ['task', 'outcome'],
    registers: [metrics],
  })
  events.on('job:success', ({ job }: { job: Job }) => ended.inc({ task: job.task_identifier, outcome: 'done' }))
  events.on('job:error', ({ job }: { job: Job }) => ended.inc({ task: job.task_identifier, outcome: 'failed' }))
  new Gauge({
    name: 'mailsift_task_places',
    help: 'Places for tasks in this process: busy, and how many there are (max).',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'busy' }, running.size)
      this.set({ state: 'max' }, concurrency)
    },
  })
}
