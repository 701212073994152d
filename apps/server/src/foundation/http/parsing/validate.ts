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

const FORMATS: Readonly<Record<string, string>> = {
  email: 'is not an email address',
  url: 'is not a URL',
  uuid: 'is not a UUID',
  datetime: 'is not a time such as 2026-01-31T08:00:00Z',
  date: 'is not a day such as 2026-01-31',
}

/** What a length or size is counted in. */
const UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
  file: ' bytes',
}

const boundOf = (origin: string, word: 'least' | 'most', bound: number | bigint) => {
  const unit = UNITS[origin]
  return unit === undefined ? `must be at ${word} ${bound}` : `must have at ${word} ${bound}${unit}`
}

/** Replaces the library's wording; messages that a schema has itself take precedence. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_type': {
      if (issue.input === undefined) return 'is missing'
      const type = TYPES[issue.expected]
      return type ? `must be ${type}` : 'has the wrong type'
    }
    case 'too_small':
      return boundOf(issue.origin, 'least', issue.minimum)
    case 'too_big':
      return boundOf(issue.origin, 'most', issue.maximum)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format'
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be one of: ${issue.values.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'has none of the accepted shapes'
    default:
      return 'is not valid'
  }
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
