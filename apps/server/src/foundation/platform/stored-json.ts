import type { Json, JsonObject } from '@plinth/engine'
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

/** Checks a parsed value as {@link readStored} does. */
export function checkStored<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue && z.core.toDotPath(issue.path)
  throw new Error(
    `${what}: stored JSON is not valid${path ? ` at ${path}` : ''}: ${issue?.message}`,
  )
}

/**
 * Parses stored JSON and checks it against its schema. `what` names the stored value in the error, e.g. `release plan`.
 * The error has the path and message of the first issue and never the value.
 */
export function readStored<T>(schema: z.ZodType<T>, text: string, what: string): T {
  return checkStored(schema, parse(text, what), what)
}

/**
 * Checks stored JSON like {@link readStored}, but returns it as it was stored: with its own order of keys, and
 * without defaults. For documents that clients compare as text.
 */
export function readUnchanged<T>(schema: z.ZodType<T>, text: string, what: string): T {
  const value: unknown = parse(text, what)
  checkStored(schema, value, what)
  return value as T
}

/** Whether a JSON value is an object (not an array or null). */
export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses stored JSON that is an object of any values, such as a row. Only the outermost level is checked. */
export function readStoredObject(text: string, what: string): JsonObject {
  const value = parse(text, what)
  if (isJsonObject(value)) return value
  throw new Error(`${what}: stored JSON is not an object`)
}
