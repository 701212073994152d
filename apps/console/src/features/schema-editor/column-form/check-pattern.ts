import { columnStrings as strings } from '../strings/column-strings.ts'

/** Constructs that need backtracking; the server matches patterns in linear time (RE2). */
const BACKTRACKING = /\\[1-9]|\\k<|\(\?(?:[=!]|<[=!])/

/** The error message for an invalid or unsupported pattern; undefined if it is fine. */
export function checkPattern(pattern: string): string | undefined {
  if (pattern === '') return undefined
  try {
    new RegExp(pattern, 'u')
  } catch {
    return strings.badPattern
  }
  return BACKTRACKING.test(pattern) ? strings.slowPattern : undefined
}
