import { type Command, commandsFor, type Program } from '../src/command.ts'

export type Seen = { values: unknown; options: unknown }
const define = commandsFor<Seen[], void, { loud: { type: 'boolean'; help: string } }>()

const run = async (seen: Seen[], values: unknown, options: unknown) => {
  seen.push({ values, options })
}

export const commands: Command<Seen[], void>[] = [
  define({
    name: 'pets feed',
    summary: 'Feed a pet.',
    arguments: [
      { name: 'pet', help: 'Which.' },
      { name: 'meals', help: 'What.', many: true, optional: true },
    ],
    options: {
      mood: { type: 'string', value: 'MOOD', help: 'How.', choices: ['calm', 'wild'] },
      'first-name': { type: 'string', short: 'f', value: 'NAME', help: 'Who.' },
      at: { type: 'string', value: 'TIME', help: 'When.', many: true },
      'no-water': { type: 'boolean', help: 'Dry.' },
    },
    examples: ['pets feed rex'],
    run,
  }),
  define({ name: 'pets list', summary: 'List them.', examples: ['pets list'], run }),
  define({ name: 'rest', summary: 'Do nothing.', examples: [{ line: 'rest', does: 'Nothing' }], run }),
]

export const program: Program<Seen[], void> = {
  call: 'npm run zoo --',
  executable: 'zoo',
  version: '1.2.3',
  about: 'Keeps a zoo.',
  commands,
  common: {
    loud: { type: 'boolean', help: 'Shout.' },
    tone: { type: 'string', short: 't', value: 'TONE', help: 'High or low.' },
  },
  sections: [{ title: 'Exit codes', rows: [['0', 'done']] }],
}
