import { COLUMN_PATTERNS, type Column, type ColumnOf } from '@plinth/contract'
import { readDate } from '@plinth/expression'
import { cellStrings as strings } from '../strings/cell-strings.ts'

/** The value parsed from a text, or an error with the text as its value, so that it can be corrected. */
export type Reading = { value: unknown; problem?: string }

type AddressColumn = ColumnOf<'email' | 'url' | 'phoneNumber'>

const YES = new Set(['true', 'yes', '1', 'y', 'on', 'x'])
const NO = new Set(['false', 'no', '0', 'n', 'off', ''])
const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/

function readText(field: ColumnOf<'text'>, text: string): Reading {
  const { min, max } = field.options
  const length = [...text].length
  if (text !== '' && min !== null && length < min) {
    return { value: text, problem: strings.tooShort(min) }
  }
  return max !== null && length > max
    ? { value: text, problem: strings.tooLong(max) }
    : { value: text }
}

/** A phone number without the spaces and marks that group its digits, unless the field has a pattern of its own. */
function ungroup({ type, options }: AddressColumn, written: string): string {
  const isGrouped = type === 'phoneNumber' && /^\+[\d\s()./-]+$/.test(written)
  return isGrouped && options.pattern === '' ? written.replaceAll(/[\s()./-]/g, '') : written
}

function readAddress(field: AddressColumn, text: string): Reading {
  const { type } = field
  const value = ungroup(field, text.trim())
  const isRight = value === '' || new RegExp(COLUMN_PATTERNS[type], 'u').test(value)
  return isRight ? { value } : { value: text, problem: strings.address[type] }
}

function readNumber(field: ColumnOf<'number'>, text: string): Reading {
  const written = text.trim()
  if (written === '') return { value: null }
  const value = Number(GROUPED.test(written) ? written.replaceAll(',', '') : written)
  const { min, max, hasDecimal } = field.options
  if (!Number.isFinite(value)) return { value: text, problem: strings.noNumber }
  if (!hasDecimal && !Number.isSafeInteger(value)) {
    return { value: text, problem: strings.noWholeNumber }
  }
  if (min !== null && value < min) return { value, problem: strings.tooSmall(min) }
  if (max !== null && value > max) return { value, problem: strings.tooLarge(max) }
  return { value }
}

function readCheckbox(text: string): Reading {
  const written = text.trim().toLowerCase()
  if (YES.has(written)) return { value: true }
  return NO.has(written) ? { value: false } : { value: text, problem: strings.noCheckbox }
}

function readSelect(field: ColumnOf<'select'>, text: string): Reading {
  const { selectOptions, hasMultiple } = field.options
  const whole = text.trim()
  // An option may contain a comma, so the whole text is tried before splitting it.
  const parts = selectOptions.includes(whole)
    ? [whole]
    : whole.split(',').map((part) => part.trim())
  const chosen = hasMultiple ? [...new Set(parts)].filter((part) => part !== '') : [whole]
  const unknown = chosen.find((part) => part !== '' && !selectOptions.includes(part))
  if (unknown !== undefined) return { value: text, problem: strings.noOption(unknown) }
  return { value: hasMultiple ? chosen : whole === '' ? null : whole }
}

function readMoment(field: ColumnOf<'date'>, text: string): Reading {
  const written = text.trim()
  if (written === '') return { value: null }
  const exact = readDate(written)
  const at = exact ?? Date.parse(written)
  if (Number.isNaN(at)) return { value: text, problem: strings.noDate }
  const { min, max } = field.options
  const value = new Date(at).toISOString()
  if (min !== null && at < Date.parse(min)) return { value, problem: strings.tooEarly(min) }
  if (max !== null && at > Date.parse(max)) return { value, problem: strings.tooLate(max) }
  return { value }
}

function readRelation(field: ColumnOf<'relation'>, text: string): Reading {
  const ids = text.split(/[\s,]+/).filter((id) => id !== '')
  if (field.options.hasMultiple) return { value: [...new Set(ids)] }
  return ids.length > 1 ? { value: text, problem: strings.onlyOne } : { value: ids[0] ?? null }
}

function readJson(text: string): Reading {
  if (text.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { value: text, problem: strings.noJson }
  }
}

/** Parses and validates a text for a column. */
export function readCell(field: Column, text: string): Reading {
  switch (field.type) {
    case 'text':
      return readText(field, text)
    case 'email':
    case 'url':
    case 'phoneNumber':
      return readAddress(field, text)
    case 'number':
      return readNumber(field, text)
    case 'checkbox':
      return readCheckbox(text)
    case 'select':
      return readSelect(field, text)
    case 'date':
      return readMoment(field, text)
    case 'relation':
      return readRelation(field, text)
    case 'json':
    case 'image':
    case 'file':
      return readJson(text)
  }
}
