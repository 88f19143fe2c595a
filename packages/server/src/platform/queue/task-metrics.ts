import { Counter, Gauge } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'

/** Task counters of one worker process, over all its queues. */
export type TaskMeter = {
  addSlots(count: number): void
  run(task: string, work: () => Promise<void>): Promise<void>
}

export function createTaskMeter(metrics: Metrics): TaskMeter {
  let [busy, slots] = [0, 0]
  const ended = new Counter({
    name: 'mailsift_tasks_ended_total',
    help: 'Task runs in this process by kind and outcome: done, or failed (to be retried).',
    labelNames: ['task', 'outcome'],
    registers: [metrics],
  })
  new Gauge({
    name: 'mailsift_task_slots',
    help: 'Task slots of this process: busy, and all of them (max).',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'max' }, slots)
    },
  })
  return {
    addSlots(count) {
      slots += count
    },
    async run(task, work) {
      busy++
      try {
        await work()
        ended.inc({ task, outcome: 'done' })
      } catch (error) {
        ended.inc({ task, outcome: 'failed' })
        throw error
      } finally {
        busy--
      }
    },
  }
}
