import {
  discardQuarantined,
  listQuarantined,
  type QuarantinedTask,
  retryQuarantined,
} from '../platform/queue/quarantine.ts'
import { type CommandContext, CommandError, command, EXIT } from './command.ts'
import { record, table } from './table.ts'

const TASK_ARGUMENT = { name: 'id', help: 'Number of the task (see tasks list).' } as const

export const taskCommands = [
  command({
    name: 'tasks list',
    summary: 'List the tasks in quarantine: each ended its process several times.',
    details: [
      'A task that blocks or crashes its process is isolated, so that no other such task runs beside it. If it ends its process',
      'three times there, it is quarantined: it does not run again until you retry or discard it. Other tasks are not affected.',
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
    summary: 'Show a quarantined task.',
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
    summary: 'Run a quarantined task again.',
    arguments: [TASK_ARGUMENT],
    details: 'Do this after an update that fixes the reason. A task that ends its process again returns to quarantine.',
    examples: ['tasks retry 3'],
    async run(context, { id }) {
      const { task, ...found } = await requireTask(context, id)
      await retryQuarantined((await context.database()).db, found.id)
      return { json: { retried: found.id }, lines: [`${task} is in the queue again.`] }
    },
  }),

  command({
    name: 'tasks discard',
    summary: 'Delete a quarantined task.',
    arguments: [TASK_ARGUMENT],
    details: 'It does not run. The same task, added again later, runs like any other.',
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
