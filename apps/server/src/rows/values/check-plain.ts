import type { ColumnOf } from '@plinth/contract'
import { readDate } from '@plinth/expression'
import { asId, EARLIEST, LATEST } from '../../databases/sql/bind-values.ts'
import { jsonIssue, numberIssue } from './value-issues.ts'

interface CheckPlace {
  readonly path: string
  readonly refuse: (path: string, message: string) => void
}

/** Checks one sent value that is not null, and reports what its column cannot store. */
export type Check = (value: unknown, place: CheckPlace) => void

export function checkNumber({ options }: ColumnOf<'number'>): Check {
  const { min, max, hasDecimal } = options
  return (value, { path, refuse }) => {
    if (typeof value !== 'number') return refuse(path, 'Must be a number')
    const odd = numberIssue(value)
    if (odd) return refuse(path, odd)
    if (!hasDecimal && !Number.isInteger(value)) return refuse(path, 'Must be a whole number')
    if (min !== null && value < min) return refuse(path, `Must be at least ${min}`)
    if (max !== null && value > max) return refuse(path, `Must be at most ${max}`)
  }
}

export const checkCheckbox: Check = (value, { path, refuse }) => {
  if (typeof value !== 'boolean') refuse(path, 'Must be true or false')
}

/** Digits after the milliseconds would be lost. */
const SUB_MILLISECOND = /\.\d{3}\d*[1-9]/

export function checkDate({ options }: ColumnOf<'date'>): Check {
  const bound = (text: string | null) => (text === null ? undefined : readDate(text))
  const [min, max] = [bound(options.min), bound(options.max)]
  return (value, { path, refuse }) => {
    const moment = typeof value === 'string' ? readDate(value) : undefined
    if (moment === undefined || typeof value !== 'string')
      return refuse(path, 'Must be a date such as 2025-01-31 or 2025-01-31T08:00:00Z')
    if (value.length > 23 && SUB_MILLISECOND.test(value))
      return refuse(path, 'Must not be finer than milliseconds')
    if (moment < EARLIEST || moment > LATEST)
      return refuse(path, 'Must be between the years 100 and 9999')
    if (min !== undefined && moment < min) return refuse(path, `Must not be before ${options.min}`)
    if (max !== undefined && moment > max) return refuse(path, `Must not be after ${options.max}`)
  }
}

const MAX_LINKS = 1000

export function checkRelation({ options }: ColumnOf<'relation'>): Check {
  const checkOne: Check = (value, { path, refuse }) => {
    if (asId(value) === null) refuse(path, 'Must be the id of a row')
  }
  return options.hasMultiple ? listOf(checkOne, { max: MAX_LINKS, isDistinct: true }) : checkOne
}

export function checkSelect({ options }: ColumnOf<'select'>): Check {
  const known = new Set(options.selectOptions)
  const checkOne: Check = (value, { path, refuse }) => {
    // An empty choice counts as none.
    if (value === '' && !options.hasMultiple) return
    if (typeof value !== 'string' || !known.has(value)) refuse(path, 'Must be one of the options')
  }
  if (!options.hasMultiple) return checkOne
  return listOf(checkOne, { max: options.selectOptions.length, isDistinct: true })
}

/** Levels below the value itself; deeper values could not be read back. */
const MAX_LEVELS = 64

export function checkJson({ options }: ColumnOf<'json'>): Check {
  const levels = Math.min(options.nesting + 1, MAX_LEVELS)
  return (value, { path, refuse }) => {
    const odd = jsonIssue(value, { path, levels })
    if (odd) refuse(odd.path, odd.message)
  }
}

type List = { readonly max: number; readonly isDistinct: boolean }

export function listOf(checkOne: Check, { max, isDistinct }: List): Check {
  return (value, { path, refuse }) => {
    if (!Array.isArray(value)) return refuse(path, 'Must be a list')
    if (isDistinct && new Set(value).size !== value.length)
      return refuse(path, 'Must not contain anything twice')
    if (value.length > max) return refuse(path, `Must have at most ${max} items`)
    for (const [at, item] of value.entries()) checkOne(item, { path: `${path}.${at}`, refuse })
  }
}
