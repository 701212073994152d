import type * as z from 'zod'
import { invalid, Refusal } from '../errors/refusal.ts'

function sayPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

/** Checks a part of a request against its shape; unknown fields are refused by the shapes themselves. */
export function validate<Shape extends z.ZodType>(
  shape: Shape | undefined,
  value: unknown,
): z.output<Shape> | undefined {
  if (!shape) return undefined
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw invalid(
    result.error.issues.slice(0, 100).map((issue) => ({
      path: sayPath(issue.path),
      message: issue.message,
    })),
  )
}

const REVISION = /^"(\d{1,9})"$/

/** The revision a write is based on, if it says so. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const digits = REVISION.exec(header)?.[1]
  if (digits === undefined) throw new Refusal('bad_request', 'If-Match must be "<revision>".')
  return Number(digits)
}
