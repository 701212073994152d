import { columnStrings as strings } from '../strings/column-strings.ts'

/** What only a backtracking engine could do; the server reads patterns in linear time. */
const BACKTRACKING = /\\[1-9]|\\k<|\(\?(?:[=!]|<[=!])/

/** Why a pattern will not work, if it will not. */
export function checkPattern(pattern: string): string | undefined {
  if (pattern === '') return undefined
  try {
    new RegExp(pattern, 'u')
  } catch {
    return strings.badPattern
  }
  return BACKTRACKING.test(pattern) ? strings.slowPattern : undefined
}
