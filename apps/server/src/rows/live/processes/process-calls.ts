import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Database } from '../../../foundation/platform/database.ts'
import { readStoredObject } from '../../../foundation/platform/stored-json.ts'
import type { PubSub } from '../../../foundation/pubsub/pubsub.ts'
import { LIVE_CALLS_CHANNEL, notifyLiveCalls } from './live-store.ts'

/** A notification has at most 8,000 bytes. */
const PART_CHARACTERS = 7_000
const MAX_PARTS = 64
/** Calls that wait for an answer, calls of all processes that wait, and messages that are not complete. */
const MAX_WAITING = 5_000
/** Calls of one environment to one process that wait: an ended process answers none, and others must not wait for it. */
const MAX_WAITING_OF_ENVIRONMENT = 50
/** Calls of one caller, or of the guests of one network, to all processes. */
const MAX_WAITING_OF_CALLER = 20
const PART_MS = 10_000

type Message = Readonly<Record<string, unknown>>

interface Parts {
  readonly texts: string[]
  readonly count: number
  left: number
  readonly since: number
}

interface ProcessCall {
  readonly to: string
  /** The environment and the caller that it is counted for. */
  readonly environmentId: string
  readonly holder: string
  readonly body: Message
  readonly withinMs: number
}

/** Calls between the processes of an installation, by notifications: small, rare, and lost if a process ends. */
export interface ProcessCalls {
  /** The first answer of the process, or undefined if there is none in time. Throws 429 if too many wait. */
  call(call: ProcessCall): Promise<Message | undefined>
  /** The answers of all other processes that arrive in time. */
  callAll(body: Message, withinMs: number): Promise<readonly Message[]>
  close(): void
}

interface Options {
  readonly db: Database
  readonly pubsub: PubSub
  readonly log: Logger
  readonly processId: string
  /** Answers a call of another process; undefined answers nothing. */
  readonly answer: (body: Message) => Promise<Message | undefined> | Message | undefined
}

function split(to: string, message: Message): string[] {
  const text = Buffer.from(JSON.stringify(message)).toString('base64')
  const id = randomBytes(8).toString('hex')
  const count = Math.ceil(text.length / PART_CHARACTERS)
  return Array.from({ length: count }, (_, at) => {
    const part = text.slice(at * PART_CHARACTERS, (at + 1) * PART_CHARACTERS)
    return `${to} ${id} ${at} ${count} ${part}`
  })
}

const PAYLOAD = /^([0-9a-f]{16}|\*) ([0-9a-f]{16}) (\d{1,2}) (\d{1,2}) ([A-Za-z0-9+/=]+)$/

/** Puts messages of several parts together. */
class Assembly {
  readonly #parts = new Map<string, Parts>()

  /** The message once all of its parts are there. */
  add(id: string, { at, count, text }: { at: number; count: number; text: string }) {
    if (count < 1 || count > MAX_PARTS || at >= count) return undefined
    this.#expire()
    const parts = this.#parts.get(id) ?? { texts: [], count, left: count, since: performance.now() }
    if (this.#parts.size >= MAX_WAITING || parts.count !== count || parts.texts[at] !== undefined)
      return undefined
    this.#parts.set(id, parts)
    parts.texts[at] = text
    parts.left -= 1
    if (parts.left > 0) return undefined
    this.#parts.delete(id)
    return readStoredObject(Buffer.from(parts.texts.join(''), 'base64').toString(), 'live call')
  }

  #expire(): void {
    for (const [id, { since }] of this.#parts)
      if (performance.now() - since > PART_MS) this.#parts.delete(id)
  }
}

const tooMany = (message: string) => new ApiError('rate_limited', message, { retryAfterSeconds: 1 })
const TOO_MANY = 'Too many changes of streams of this environment are under way. Try again shortly.'
const TOO_MANY_OWN =
  'You change too many streams at once. Wait for earlier changes, then try again.'

export async function openProcessCalls(options: Options): Promise<ProcessCalls> {
  const { db, pubsub, log, processId, answer } = options
  const assembly = new Assembly()
  const waiting = new Map<string, (reply: Message) => void>()
  /** Calls of all processes, whose answers are several, apart from those of one. */
  const waitingForAll = new Map<string, (reply: Message) => void>()
  const counts = new Map<string, number>()
  const send = (to: string, message: Message) => notifyLiveCalls(db, split(to, message))

  async function take(message: Message): Promise<void> {
    const { from, callId, reply, body } = message
    if (from === processId) return
    if (reply !== undefined) {
      const id = String(callId)
      const onReply = waiting.get(id) ?? waitingForAll.get(id)
      onReply?.(reply as Message)
      return
    }
    const answered = await answer(body as Message)
    if (answered) await send(String(from), { from: processId, callId, reply: answered })
  }

  const subscription = await pubsub.listen(LIVE_CALLS_CHANNEL, {
    onNotify(payload) {
      const [, to, id = '', at, count, text = ''] = PAYLOAD.exec(payload) ?? []
      if (to !== '*' && to !== processId) return
      const message = assembly.add(id, { at: Number(at), count: Number(count), text })
      if (message)
        take(message).catch((error) => log.warn({ err: error }, 'live: call of a process failed'))
    },
    onGap: () => undefined,
  })

  function start(on: typeof waiting, onReply: (reply: Message) => void): string {
    if (on.size >= MAX_WAITING)
      throw new ApiError('unavailable', 'The server is busy. Try again shortly.')
    const callId = randomBytes(8).toString('hex')
    on.set(callId, onReply)
    return callId
  }
  /** Counts a call until the result is called. */
  function count({ to, environmentId, holder }: ProcessCall): () => void {
    const ofProcess = `${environmentId} to ${to}`
    const ofCaller = `${environmentId} of ${holder}`
    const waitingFor = (name: string) => counts.get(name) ?? 0
    if (waitingFor(ofCaller) >= MAX_WAITING_OF_CALLER) throw tooMany(TOO_MANY_OWN)
    if (waitingFor(ofProcess) >= MAX_WAITING_OF_ENVIRONMENT) throw tooMany(TOO_MANY)
    const names = [ofProcess, ofCaller]
    for (const name of names) counts.set(name, waitingFor(name) + 1)
    return () => {
      for (const name of names) {
        const left = waitingFor(name) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    }
  }
  const after = (ms: number) =>
    new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))

  return {
    async call(call) {
      const { to, body, withinMs } = call
      const release = count(call)
      const { promise, resolve } = Promise.withResolvers<Message>()
      let callId = ''
      try {
        callId = start(waiting, resolve)
        await send(to, { from: processId, callId, body })
        return await Promise.race([promise, after(withinMs)])
      } finally {
        waiting.delete(callId)
        release()
      }
    },
    async callAll(body, withinMs) {
      const replies: Message[] = []
      const callId = start(waitingForAll, (reply) => replies.push(reply))
      try {
        await send('*', { from: processId, callId, body })
        await after(withinMs)
        return replies
      } finally {
        waitingForAll.delete(callId)
      }
    },
    close: () => subscription.close(),
  }
}
