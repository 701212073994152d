import type * as z from 'zod'
import { ApiError, invalid } from '../errors/api-error.ts'

function formatPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

/** Validates a part of a request, or throws 422. The schemas themselves reject unknown fields. */
export function validate<Shape extends z.ZodType>(
  shape: Shape | undefined,
  value: unknown,
): z.output<Shape> | undefined {
  if (!shape) return undefined
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw invalid(
    result.error.issues.slice(0, 100).map((issue) => ({
      path: formatPath(issue.path),
      message: issue.message,
    })),
  )
}

const REVISION = /^"(\d{1,9})"$/

/** The revision in an If-Match header. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const digits = REVISION.exec(header)?.[1]
  if (digits === undefined) throw new ApiError('bad_request', 'If-Match must be "<revision>".')
  return Number(digits)
}
