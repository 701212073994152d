import type * as z from 'zod'
import { ApiError, invalid } from '../errors/api-error.ts'

function formatPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Replaces zod's wording of shapes; messages that a schema has itself take precedence. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`
  if (issue.code !== 'invalid_type') return undefined
  const type = TYPES[issue.expected]
  if (issue.input === undefined) return 'is missing'
  return type && `must be ${type}`
}

/** Validates a part of a request, or throws 422. The schemas themselves reject unknown fields. */
export function validate<Shape extends z.ZodType>(
  shape: Shape | undefined,
  value: unknown,
): z.output<Shape> | undefined {
  if (!shape) return undefined
  const result = shape.safeParse(value, { error: describeIssue })
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
