import * as z from 'zod'
import { readJson } from '../platform/stored-json.ts'
import type { RuntimeAnswer } from './request-runtime.ts'

/** Returns the text of a successful answer; throws otherwise. */
export function checkAnswer({ status, text }: RuntimeAnswer): string {
  if (status >= 200 && status < 300) return text
  throw new Error(`durable: the runtime answered ${status}: ${text.slice(0, 300)}`)
}

/** Parses an answer by its shape, so that another version of the runtime fails with a name instead of later. */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: RuntimeAnswer): T {
  const read = schema.safeParse(readJson(checkAnswer(answer)))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = z.core.toDotPath(issue?.path ?? [])
  throw new Error(`durable: the runtime answered an unknown shape at ${path}: ${issue?.message}`)
}

export const JSON_BODY = { 'content-type': 'application/json' }
