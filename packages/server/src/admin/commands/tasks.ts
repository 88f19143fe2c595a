import {
  discardQuarantined,
  listQuarantined,
  type QuarantinedTask,
  retryQuarantined,
} from '../../platform/queue/quarantine.ts'
import { type CommandContext, CommandError, command, EXIT } from './command.ts'
import { record, table } from './table.ts'

const TASK_ARGUMENT = { name: 'id', help: 'Number of the task (see tasks list).' } as const

export const taskCommands = [
  command({
    name: 'tasks list',
    summary: 'List the tasks in quarantine, which crashed their process several times',
    details: [
      'A task that blocks or crashes its process is isolated: it runs alone. If it crashes its process three more times,',
      'it is quarantined and does not run again until you retry or discard it. Other tasks are not affected.',
    ].join('\n'),
    examples: ['tasks list', 'tasks list --json'],
    async run(context) {
      const { db } = await context.database()
      const tasks = await listQuarantined(db)
      return {
        json: tasks,
        lines: await table(
          tasks.map(({ id, task, interruptions, reason, quarantined_at }) => ({
            id: String(id),
            task,
            interruptions,
            since: quarantined_at.slice(0, 16).replace('T', ' '),
            reason,
          })),
          'No tasks in quarantine.',
        ),
      }
    },
  }),

  command({
    name: 'tasks show',
    summary: 'Show a quarantined task',
    arguments: [TASK_ARGUMENT],
    examples: ['tasks show 3'],
    async run(context, { id }) {
      const task = await requireTask(context, id)
      return {
        json: task,
        lines: record({
          id: String(task.id),
          task: task.task,
          payload: JSON.stringify(task.payload),
          interruptions: task.interruptions,
          reason: task.reason,
          'quarantined at': task.quarantined_at,
        }),
      }
    },
  }),

  command({
    name: 'tasks retry',
    summary: 'Run a quarantined task again',
    arguments: [TASK_ARGUMENT],
    details:
      'Do this after an update that fixes the cause. If the task crashes its process again, it returns to quarantine.',
    examples: ['tasks retry 3'],
    async run(context, { id }) {
      const { task, ...found } = await requireTask(context, id)
      await retryQuarantined((await context.database()).db, found.id)
      return { json: { retried: found.id }, lines: [`Added ${task} to the queue again.`] }
    },
  }),

  command({
    name: 'tasks discard',
    summary: 'Delete a quarantined task',
    arguments: [TASK_ARGUMENT],
    details: 'The task never runs. If the same task is added again later, it runs like any other.',
    examples: ['tasks discard 3'],
    async run(context, { id }) {
      const { task, ...found } = await requireTask(context, id)
      await discardQuarantined((await context.database()).db, found.id)
      return { json: { discarded: found.id }, lines: [`${task} was discarded.`] }
    },
  }),
]

async function requireTask(context: CommandContext, id: string): Promise<QuarantinedTask> {
  const { db } = await context.database()
  const task = (await listQuarantined(db)).find((one) => String(one.id) === id)
  if (!task) throw new CommandError(`No task ${id} is in quarantine. See: tasks list`, EXIT.notFound)
  return task
}
