import * as restate from '@restatedev/restate-sdk'
import { RUNS_TOGETHER, SLOTS } from './service-names.ts'

export interface Asking {
  runId: string
  limit: number
}

/** The slots of one workflow. */
interface Book {
  limit: number
  holders: string[]
  /** Who is next, so that giving a slot on asks for nothing else. */
  next: string[]
  /** Places of the queue that are taken: from the first up to the end. */
  first: number
  end: number
  /** Up to here it was forgotten who asked. */
  forgotten: number
}

/** Runs that are remembered after they left the queue, for whoever asks for them again. */
const REMEMBERED = 10_000
const NEXT = 20
const NO_BOOK: Book = { limit: 1, holders: [], next: [], first: 0, end: 0, forgotten: 0 }

/** A place in the queue is a key of its own, so that a long queue costs each run no more than a short one. */
const placeOf = (number: number) => `place ${number}`
const leftOf = (number: number) => `left ${number}`
const knownOf = (runId: string) => `known ${runId}`

type Read<T> = restate.RestatePromise<T | null>

/** Keys from a number on, read together. */
function readFrom(
  ctx: restate.ObjectContext,
  { from, count, keyOf }: { from: number; count: number; keyOf: (number: number) => string },
): Promise<(string | null)[]> {
  return restate.RestatePromise.all(
    Array.from({ length: count }, (_, at) => ctx.get<string>(keyOf(from + at)) as Read<string>),
  )
}

function start(ctx: restate.ObjectContext, runId: string): void {
  const parameter = Buffer.from(JSON.stringify({ runId, slotOf: ctx.key }))
  ctx.genericSend({ service: RUNS_TOGETHER, method: 'run', parameter, idempotencyKey: runId })
}

async function callNext(ctx: restate.ObjectContext, book: Book): Promise<void> {
  const from = book.first
  const count = Math.min(NEXT, book.end - from)
  const runIds = await readFrom(ctx, { from, count, keyOf: placeOf })
  runIds.forEach((runId, at) => {
    ctx.clear(placeOf(from + at))
    ctx.set(leftOf(from + at), runId)
    if (runId !== null) book.next.push(runId)
  })
  book.first += count
}

/** Gives free slots to whoever is next. */
async function handOut(ctx: restate.ObjectContext, book: Book): Promise<void> {
  while (book.holders.length < book.limit) {
    if (book.next.length === 0 && book.first < book.end) await callNext(ctx, book)
    const runId = book.next.shift()
    if (runId === undefined) break
    book.holders.push(runId)
    start(ctx, runId)
  }
  ctx.set('book', book)
}

/** As many as are new are forgotten of those who left long ago. */
async function forget(ctx: restate.ObjectContext, book: Book, most: number): Promise<void> {
  const from = book.forgotten
  const count = Math.max(0, Math.min(most, book.first - REMEMBERED - from))
  const runIds = await readFrom(ctx, { from, count, keyOf: leftOf })
  runIds.forEach((runId, at) => {
    ctx.clear(leftOf(from + at))
    if (runId !== null) ctx.clear(knownOf(runId))
  })
  book.forgotten += count
}

/** Puts a run into the queue, or past it at once if nobody waits and a slot is free. */
function takeIn(ctx: restate.ObjectContext, { book, runId }: { book: Book; runId: string }): void {
  const isFirst = book.next.length === 0 && book.first === book.end
  ctx.set(knownOf(runId), true)
  if (isFirst && book.holders.length < book.limit) {
    ctx.set(leftOf(book.end), runId)
    book.first += 1
    book.holders.push(runId)
    start(ctx, runId)
  } else ctx.set(placeOf(book.end), runId)
  book.end += 1
}

/**
 * Hands out the slots of one workflow in the order in which they were asked for. A run begins only once
 * it has its slot: one that waits is a line in here and nothing else.
 */
export const slots = restate.object({
  name: SLOTS,
  handlers: {
    acquire: async (ctx: restate.ObjectContext, asked: Asking[]): Promise<void> => {
      // Asked for at once, before either is waited for.
      const kept = ctx.get<Book>('book')
      const known = restate.RestatePromise.all(
        asked.map(({ runId }) => ctx.get<boolean>(knownOf(runId)) as Read<boolean>),
      )
      const book = (await kept) ?? structuredClone(NO_BOOK)
      const isKnown = await known
      // A promise may be handed over twice, in whatever company: a run has one place all the same.
      const added = asked.filter((_, at) => isKnown[at] !== true)
      for (const { runId, limit } of added) {
        book.limit = limit
        takeIn(ctx, { book, runId })
      }
      await forget(ctx, book, added.length * 2)
      await handOut(ctx, book)
    },
    release: async (ctx: restate.ObjectContext, { runId }: { runId: string }): Promise<void> => {
      const book = (await ctx.get<Book>('book')) ?? structuredClone(NO_BOOK)
      const holders = book.holders.filter((id) => id !== runId)
      // Whoever has no slot has none to give back.
      if (holders.length < book.holders.length) await handOut(ctx, { ...book, holders })
    },
  },
  options: { enableLazyState: true, journalRetention: 0 },
})

/** The runs that wait, in what is kept of a queue: one place, or the book. */
export function queuedIn(kept: string | Book): string[] {
  return typeof kept === 'string' ? [kept] : kept.next
}

export type Slots = typeof slots
