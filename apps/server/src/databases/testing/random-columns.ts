import { COLUMN_TYPES, Column, type ColumnType } from '@plinth/contract'
import type { Random } from './random.ts'

const NAMES = [
  'a',
  'b',
  'c',
  'alpha',
  'Beta',
  'order',
  'select',
  'user',
  'x1',
  'group',
  'Title',
  'e_mail',
]
const PLAIN = COLUMN_TYPES.filter((type) => type !== 'relation')

/** A name not taken yet, ignoring case. */
export function freeName(random: Random, taken: Iterable<string>): string {
  const used = new Set([...taken].map((name) => name.toLowerCase()))
  const free = NAMES.filter((name) => !used.has(name.toLowerCase()))
  return free.length > 0 ? random.pick(free) : `n${used.size}_${random.below(1e6)}`
}

/** A field of any type except relation. */
export function randomColumn(random: Random, options: { id: string; name: string }): Column {
  return withType(random, { ...options, type: random.pick(PLAIN) })
}

export function retype(random: Random, column: Column): Column {
  return withType(random, { id: column.id, name: column.name, type: random.pick(PLAIN) })
}

function withType(random: Random, column: { id: string; name: string; type: ColumnType }): Column {
  const options = { ...optionsOf(random, column.type), isRequired: random.chance(0.25) }
  return Column.parse({ ...column, order: random.below(5), options })
}

function optionsOf(random: Random, type: ColumnType): Record<string, unknown> {
  switch (type) {
    case 'text':
      return {
        default: random.pick(['', '', 'none', `it's`]),
        isUnique: random.chance(0.15),
        isHashed: random.chance(0.1),
      }
    case 'email':
    case 'url':
    case 'phoneNumber':
      return { default: random.pick(['', 'x@example.com']), isUnique: random.chance(0.2) }
    case 'number':
      return { hasDecimal: random.chance(0.5), default: random.pick([0, null, 7]) }
    case 'checkbox':
      return { default: random.chance(0.5) }
    case 'select':
      return {
        selectOptions: ['x', 'y', 'z'],
        hasMultiple: random.chance(0.5),
        default: random.pick(['', 'x']),
      }
    case 'date':
      return { default: random.pick([null, '2024-02-29T00:00:00.000Z']) }
    case 'image':
    case 'file':
      return { hasMultiple: random.chance(0.5) }
    case 'json':
      return { default: random.pick([{}, null, [1, 'two']]) }
    default:
      return {}
  }
}
