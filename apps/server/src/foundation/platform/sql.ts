import { preparedName } from './prepared-name.ts'

/** Marks the position of a value until the parameter style is known; no name or literal of ours contains it. */
const MARK = '\u0001'
const NO_VALUES: readonly unknown[] = []

/** A piece of SQL with the values it binds; a value is never part of the text. */
export class Sql {
  /** Makes the type nominal: {@link sql} would bind a plain object as a value. */
  declare protected readonly nominal: never
  readonly text: string
  readonly values: readonly unknown[]
  /** Some part of it reads a Computed table; every piece and statement that it becomes part of does so too. */
  readonly readsComputed: boolean

  constructor(text: string, values: readonly unknown[], readsComputed = false) {
    this.text = text
    this.values = values
    this.readsComputed = readsComputed
  }
}

/** Writes SQL; an embedded {@link Sql} becomes part of the text, any other value is bound. */
export function sql(strings: TemplateStringsArray, ...embedded: readonly unknown[]): Sql {
  let text = strings[0] ?? ''
  let values = NO_VALUES
  let readsComputed = false
  // An indexed loop: this runs dozens of times for each statement that is compiled.
  for (let at = 0; at < embedded.length; at++) {
    const part = embedded[at]
    const after = strings[at + 1] ?? ''
    if (part instanceof Sql) {
      text += part.text + after
      if (part.values.length > 0)
        values = values.length === 0 ? part.values : values.concat(part.values)
      if (part.readsComputed) readsComputed = true
    } else {
      text += MARK + after
      values = [...values, part]
    }
  }
  return new Sql(text, values, readsComputed)
}

/** Raw SQL: a literal of this repository or a quoted name of the layout, never text that a caller sent. */
export function raw(text: string): Sql {
  return new Sql(text, NO_VALUES)
}

/** The source of a Computed table's rows. */
export function rawComputed(text: string): Sql {
  return new Sql(text, NO_VALUES, true)
}

/** The same piece, marked as one that reads a Computed table. */
export function markComputed({ text, values }: Sql): Sql {
  return new Sql(text, values, true)
}

/** An integer as a literal in the text; throws for other numbers. */
export function whole(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new Error('Not a whole number')
  return raw(String(number))
}

/** A value alone, where a piece of SQL is needed. */
export function bound(value: unknown): Sql {
  return new Sql(MARK, [value])
}

/** Empty SQL, in place of a condition that does not apply. */
export const nothing: Sql = raw('')

export function joinSql(parts: readonly Sql[], between: string): Sql {
  const [only] = parts
  if (only && parts.length === 1) return only
  return new Sql(
    parts.map((part) => part.text).join(between),
    parts.flatMap((part) => part.values),
    parts.some((part) => part.readsComputed),
  )
}

/** The same piece, with the values at some places read from elsewhere instead of bound. */
export function replaceValues(
  { text, values, readsComputed }: Sql,
  replacement: (at: number) => Sql | undefined,
): Sql {
  const [first = '', ...rest] = text.split(MARK)
  let made = new Sql(first, NO_VALUES, readsComputed)
  for (const [at, after] of rest.entries())
    made = sql`${made}${replacement(at) ?? bound(values[at])}${raw(after)}`
  return made
}

/** The text with a parameter for every value: `$1, $2 …` or `?`. */
export function writeText({ text, values }: Sql, style: '$' | '?'): string {
  const pieces = text.split(MARK)
  if (pieces.length !== values.length + 1) throw new Error('A statement has lost a value')
  if (style === '?') return pieces.join('?')
  let numbered = pieces[0] ?? ''
  for (let at = 1; at < pieces.length; at++) numbered += `$${at}${pieces[at]}`
  return numbered
}

/** A statement for PostgreSQL, with a name so that each connection plans it once. */
export function toPreparedQuery(statement: Sql): { name: string; text: string; values: unknown[] } {
  const text = writeText(statement, '$')
  return { name: preparedName(text), text, values: [...statement.values] }
}
