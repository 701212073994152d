import { createHash } from 'node:crypto'

/** A statement whose values are bound, never spliced; it can be part of another. */
export class Sql {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts
    this.values = values
  }
}

/** Writes a statement; an embedded value is bound, an embedded {@link Sql} becomes part of the text. */
export function sql(strings: TemplateStringsArray, ...embedded: unknown[]): Sql {
  const parts = [strings[0] ?? '']
  const values: unknown[] = []
  embedded.forEach((value, index) => {
    const next = strings[index + 1] ?? ''
    if (value instanceof Sql) {
      parts[parts.length - 1] += value.parts[0] ?? ''
      parts.push(...value.parts.slice(1))
      values.push(...value.values)
      parts[parts.length - 1] += next
    } else {
      values.push(value)
      parts.push(next)
    }
  })
  return new Sql(parts, values)
}

/** Nothing, for a condition that does not apply. */
export const nothing: Sql = new Sql([''], [])

const names = new Map<string, string>()

/** The text with numbered parameters, and a name so that PostgreSQL plans it once per connection. */
export function prepare(statement: Sql): { name: string; text: string; values: unknown[] } {
  const text = statement.parts.reduce((sum, part, index) => `${sum}$${index}${part}`)
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return { name, text, values: [...statement.values] }
}
