import * as z from 'zod'
import { Form } from './form.ts'

export const Conversion = z.strictObject({ from: Form, to: Form })
export type Conversion = z.infer<typeof Conversion>

/** `some`: values that cannot be converted are lost. `all`: no value can be converted. */
export type Loss = 'none' | 'some' | 'all'

const CARRIED: Partial<Record<Form, Partial<Record<Form, Loss>>>> = {
  text: {
    integer: 'some',
    decimal: 'some',
    boolean: 'some',
    moment: 'some',
    json: 'none',
    choices: 'none',
  },
  integer: { text: 'none', decimal: 'none', boolean: 'some', json: 'none' },
  decimal: { text: 'none', integer: 'some', boolean: 'some', json: 'none' },
  boolean: { text: 'none', integer: 'none', decimal: 'none', json: 'none' },
  moment: { text: 'none', json: 'none' },
  json: {
    text: 'none',
    integer: 'some',
    decimal: 'some',
    boolean: 'some',
    moment: 'some',
    choices: 'some',
  },
  choices: { text: 'some', json: 'none' },
  file: { files: 'none', json: 'none', text: 'none' },
  files: { file: 'some', json: 'none', text: 'none' },
}

/** Forms with identical stored values. */
const ALIKE = new Set(['choices>json'])

/** Whether no stored value changes. */
export function staysAsItIs({ from, to }: Conversion): boolean {
  return from === to || ALIKE.has(`${from}>${to}`)
}

/** Data loss of a conversion; unlisted conversions lose everything. */
export function lossOf({ from, to }: Conversion): Loss {
  if (from === to) return 'none'
  return CARRIED[from]?.[to] ?? 'all'
}
