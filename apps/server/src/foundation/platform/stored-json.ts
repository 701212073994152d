import type { Json } from '@plinth/engine'
import * as z from 'zod'

/** Parses JSON whose shape is not known here, such as a cell or a payload. */
export function readJson(text: string): Json {
  return JSON.parse(text)
}

function parse(text: string, what: string): Json {
  try {
    return readJson(text)
  } catch {
    // The parser's own message quotes the text, which can be secret.
    throw new Error(`${what}: stored text is not valid JSON`)
  }
}

/**
 * Parses stored JSON and checks it against its schema. `what` names the stored value in the error, e.g. `release plan`.
 * The error has the path and message of the first issue and never the value.
 */
export function readStored<T>(schema: z.ZodType<T>, text: string, what: string): T {
  const read = schema.safeParse(parse(text, what))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue && z.core.toDotPath(issue.path)
  throw new Error(
    `${what}: stored JSON is not valid${path ? ` at ${path}` : ''}: ${issue?.message}`,
  )
}
