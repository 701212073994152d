import { COLUMN_PATTERNS, type Column, type ColumnOf } from '@plinth/contract'
import { countCharacters } from '@plinth/expression'
import { compilePattern } from '../../projects/configuration/compile-pattern.ts'
import type { Check } from './check-plain.ts'
import { textIssue } from './value-issues.ts'

type TextColumn = ColumnOf<'text' | 'email' | 'url' | 'phoneNumber'>

const BUILT_IN: Readonly<Record<string, { pattern: RegExp; max: number; message: string }>> = {
  // The pattern backtracks on long texts, and an address has at most 320 characters.
  email: {
    pattern: new RegExp(COLUMN_PATTERNS.email),
    max: 320,
    message: 'Must be an email address',
  },
  url: {
    pattern: new RegExp(COLUMN_PATTERNS.url),
    max: 65_536,
    message: 'Must be a link that begins with http, https or ftp',
  },
  phoneNumber: {
    pattern: new RegExp(COLUMN_PATTERNS.phoneNumber),
    max: 16,
    message: 'Must be a phone number of up to 15 digits',
  },
}

export function isTextColumn(column: Column): column is TextColumn {
  return column.type === 'text' || column.type in BUILT_IN
}

/** Checks texts by their length in characters, the built-in pattern of their type, and the field's own. */
export function checkText(column: TextColumn): Check {
  const { pattern } = column.options
  const { min, max } = column.type === 'text' ? column.options : { min: null, max: null }
  const builtIn = BUILT_IN[column.type]
  const own = pattern === '' ? undefined : compilePattern(pattern)
  return (value, { path, refuse }) => {
    if (typeof value !== 'string') return refuse(path, 'Must be a text')
    const odd = textIssue(value)
    if (odd) return refuse(path, odd)
    // An empty text counts as no value, which Required decides about.
    if (value === '') return
    if (max !== null && value.length > max && countCharacters(value) > max)
      return refuse(path, `Must have at most ${max} characters`)
    if (
      min !== null &&
      (value.length < min || (value.length < 2 * min && countCharacters(value) < min))
    )
      return refuse(path, `Must have at least ${min} characters`)
    if (builtIn && (value.length > builtIn.max || !builtIn.pattern.test(value)))
      return refuse(path, builtIn.message)
    if (own === null) return refuse(path, 'The pattern of this field is not valid')
    if (own && !own.test(value)) return refuse(path, 'Does not match the pattern of this field')
  }
}
