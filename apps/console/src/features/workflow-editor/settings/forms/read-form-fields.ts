import { APPROVAL_FIELD_TYPES, type ApprovalField } from '@plinth/contract'
import type { Json } from '../../execution/execution.ts'

const KEYS = ['name', 'label', 'type', 'required', 'options']

/** One entry of a form, as far as it is filled in; undefined if a line of the form cannot show it. */
function readField(entry: Json): ApprovalField | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined
  if (Object.keys(entry).some((key) => !KEYS.includes(key))) return undefined
  const { name = '', label = '', type = 'text', required = false, options = [] } = entry
  const known = APPROVAL_FIELD_TYPES.find((one) => one === type)
  if (typeof name !== 'string' || typeof label !== 'string' || known === undefined) return undefined
  if (typeof required !== 'boolean' || !Array.isArray(options)) return undefined
  const texts = options.filter((option) => typeof option === 'string')
  if (texts.length < options.length) return undefined
  return { name, label, type: known, required, options: texts }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fields of a stored form; undefined if it has expressions, or is not a list of fields. */
export function readFormFields(value: Json | undefined): ApprovalField[] | undefined {
  if (typeof value === 'string' && value.trim() === '') return []
  const list = typeof value === 'string' ? parse(value) : (value ?? [])
  if (!Array.isArray(list) || JSON.stringify(list).includes('{{')) return undefined
  const fields = list.map(readField)
  return fields.every((field) => field !== undefined) ? fields : undefined
}

/** The fields as the node stores them, without what has its default. */
export function writeFormFields(fields: readonly ApprovalField[]): string {
  const stored = fields.map(({ name, label, type, required, options }) => ({
    name,
    ...(label === '' ? {} : { label }),
    type,
    ...(required ? { required } : {}),
    ...(type === 'select' ? { options } : {}),
  }))
  return JSON.stringify(stored)
}
