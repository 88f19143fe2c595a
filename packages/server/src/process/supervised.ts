// The side of a process that a supervisor started.
import process from 'node:process'
import type { FromChild, Go, ToChild } from './messages.ts'
import { createQuestions, type Questions, sendOver } from './questions.ts'

export function isSupervised(): boolean {
  return process.send !== undefined
}

export async function untilGo(): Promise<Go> {
  return new Promise((resolve) => {
    process.on('message', (message: ToChild) => {
      if ('go' in message) resolve(message.go)
    })
  })
}

export async function untilReplaced(): Promise<'replaced'> {
  return new Promise((resolve) => {
    process.on('message', (message: ToChild) => {
      if ('replaced' in message) resolve('replaced')
    })
  })
}

export function askSupervisor(answers: Parameters<typeof createQuestions>[1]): Questions {
  return createQuestions(process, answers)
}

/** A supervisor that was killed hears nothing; its process leaves because of that, and not by a crash. */
export function tell(message: FromChild): void {
  sendOver(process, message)
}
