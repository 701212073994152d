import { COLUMN_TYPES, type Column, type ColumnType, SYSTEM_COLUMNS } from '@plinth/contract'
import { changeColumnType, type NewId, newColumn } from '@plinth/schema'

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/
const RESERVED: readonly string[] = [...SYSTEM_COLUMNS, 'expand'].map((name) => name.toLowerCase())
/** Lines of a file that are read to guess the types. */
const SAMPLE_LINES = 200

/** Whether pasted text is a list of names or a CSV file instead of one name. */
export function hasSeveralFields(text: string): boolean {
  return /[\n\t,;]/.test(text.trim())
}

/** Reads `price:number`; the type can be shortened while it is unambiguous. Any other text is a name. */
export function readTypedField(text: string): { name: string; type?: ColumnType } {
  const match = /^(.*?)\s*:\s*([A-Za-z]+)\s*$/.exec(text)
  const wanted = match?.[2]?.toLowerCase()
  if (match?.[1] === undefined || wanted === undefined) return { name: text }
  const found = COLUMN_TYPES.filter((type) => type.toLowerCase().startsWith(wanted))
  const type = found.find((one) => one.toLowerCase() === wanted) ?? found[0]
  if (type === undefined || (found.length > 1 && type.toLowerCase() !== wanted)) {
    return { name: text }
  }
  return { name: match[1].trim(), type }
}

/** `Full name` becomes `fullName`; a valid name stays as it is. */
export function toFieldName(header: string): string {
  if (NAME.test(header)) return header
  const words = header
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const joined = words
    .map((word, at) =>
      at === 0
        ? word.slice(0, 1).toLowerCase() + word.slice(1)
        : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join('')
  return joined.replace(/^[0-9]+/, '').slice(0, 63)
}

const GUESSES: readonly [ColumnType, RegExp][] = [
  ['checkbox', /^(true|false|yes|no)$/i],
  ['number', /^-?\d{1,15}(\.\d{1,15})?$/],
  ['date', /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['url', /^(https?|ftp):\/\/\S+$/],
]

/** The type that fits all values; text if there are none. */
export function guessType(values: readonly string[]): ColumnType {
  const given = values.filter((value) => value !== '')
  if (given.length === 0) return 'text'
  return GUESSES.find(([, pattern]) => given.every((value) => pattern.test(value)))?.[0] ?? 'text'
}

function toColumn(
  field: { name: string; type: ColumnType; values: readonly string[] },
  newId: NewId,
): Column {
  const column = changeColumnType(
    { ...newColumn({ id: newId() }), name: field.name } as Column,
    field.type,
  ) as Column
  if (column.type === 'number' && field.values.some((value) => value.includes('.'))) {
    return { ...column, options: { ...column.options, hasDecimal: true } }
  }
  const isLong = field.values.some((value) => value.length > 255)
  return column.type === 'text' && isLong
    ? { ...column, options: { ...column.options, max: null } }
    : column
}

/** New fields for the columns of a table; the first line has their names. Known and system names are left out. */
function fieldsOfLines(
  [header = [], ...rows]: readonly (readonly string[])[],
  { taken, newId }: { taken: readonly string[]; newId: NewId },
): Column[] {
  const known = new Set([...RESERVED, ...taken.map((name) => name.toLowerCase())])
  return header.flatMap((cell, at) => {
    const typed = readTypedField(cell.trim())
    const name = toFieldName(typed.name)
    if (name === '' || known.has(name.toLowerCase())) return []
    known.add(name.toLowerCase())
    const values = rows.map((row) => row[at]?.trim() ?? '')
    return [toColumn({ name, type: typed.type ?? guessType(values), values }, newId)]
  })
}

/** Reads a header line, or a CSV file with its first rows. */
export async function readFields(
  text: string,
  options: { taken: readonly string[]; newId: NewId },
): Promise<Column[]> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    preview: SAMPLE_LINES,
  })
  return fieldsOfLines(data, options)
}
