import { discardSetAside, listSetAside, retrySetAside, type SetAsideTask } from '../platform/queue/quarantine.ts'
import { type CommandContext, CommandError, command, EXIT } from './command.ts'
import { record, table } from './table.ts'

const TASK_ARGUMENT = { name: 'id', help: 'Number of the task (see tasks list).' } as const

export const taskCommands = [
  command({
    name: 'tasks list',
    summary: 'List the tasks that were set aside because each ended its process three times.',
    details: [
      'A task that keeps its process busy without end, or makes it crash, is run three times at most. It is then set aside, and',
      'the same task is not run again until it is retried or discarded. Everything else goes on.',
    ].join('\n'),
    examples: ['tasks list', 'tasks list --json'],
    async run(context) {
      const { db } = await context.database()
      const tasks = await listSetAside(db)
      return {
        json: tasks,
        lines: await table(
          tasks.map(({ id, task, deaths, reason, set_aside_at }) => ({
            id: String(id),
            task,
            deaths,
            since: set_aside_at.slice(0, 16).replace('T', ' '),
            reason,
          })),
          'No task was set aside.',
        ),
      }
    },
  }),

  command({
    name: 'tasks show',
    summary: 'Show all that is known about a task that was set aside.',
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
          deaths: task.deaths,
          reason: task.reason,
          'set aside': task.set_aside_at,
        }),
      }
    },
  }),

  command({
    name: 'tasks retry',
    summary: 'Run a task that was set aside again.',
    arguments: [TASK_ARGUMENT],
    details: 'Worth it after an update that mends the reason. A task that ends its process again is set aside again.',
    examples: ['tasks retry 3'],
    async run(context, { id }) {
      const { task, ...found } = await requireTask(context, id)
      await retrySetAside((await context.database()).db, found.id)
      return { json: { retried: found.id }, lines: [`${task} waits to be run again.`] }
    },
  }),

  command({
    name: 'tasks discard',
    summary: 'Forget a task that was set aside.',
    arguments: [TASK_ARGUMENT],
    details: 'It is not run. If something asks for the same task later, that is run as any other.',
    examples: ['tasks discard 3'],
    async run(context, { id }) {
      const { task, ...found } = await requireTask(context, id)
      await discardSetAside((await context.database()).db, found.id)
      return { json: { discarded: found.id }, lines: [`${task} is forgotten.`] }
    },
  }),
]

async function requireTask(context: CommandContext, id: string): Promise<SetAsideTask> {
  const { db } = await context.database()
  const task = (await listSetAside(db)).find((one) => String(one.id) === id)
  if (!task) throw new CommandError(`No task ${id} was set aside. See: tasks list`, EXIT.notFound)
  return task
}
