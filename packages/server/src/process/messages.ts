// Messages between a supervisor and its processes.

/** To a process: the database is there. */
type GoMessage = { go: Go }
export type Go = {
  /** Whether it is to make the first account, which only a machine that runs on its own has. */
  makesFirstAccount: boolean
  /** The socket to accept connections from; the supervisor keeps it open from one process to the next. */
  listenDescriptor: number | undefined
}
/** To an API process: another one has taken its place. It accepts no more, and leaves the shared socket as it is. */
type ReplacedMessage = { replaced: true }
/** For the welcome: the token of the first account, and a link that signs its owner in. */
export type FirstSteps = { token?: string | undefined; signInLink?: string | undefined }
/** From a process: it serves. */
export type ReadyMessage = { ready: true } & FirstSteps
/** From a worker: the name under which it takes tasks. */
type NameMessage = { processName: string }

/**
 * Either side asks the other for metrics: a supervisor its process for its own or for those of the fleet, a process its
 * supervisor for those of all processes of the node.
 */
export type Wanted = 'own' | 'fleet' | 'node'
export type Question = { question: Wanted; id: number }
/** Null: there is none. */
export type Answer = { answer: string | null; id: number }

export type ToChild = GoMessage | ReplacedMessage | Question | Answer
export type FromChild = ReadyMessage | NameMessage | Question | Answer

/** EX_CONFIG of sysexits.h, by which a process says that every further start would end the same way. */
export const REFUSED_EXIT_CODE = 78
