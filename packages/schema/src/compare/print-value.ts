const LONGEST = 60

/** A quoted name, or a placeholder for an empty one. */
export function printName(name: string): string {
  return name === '' ? '(no name yet)' : `"${name}"`
}

/** A value for use in a sentence, truncated if long. */
export function printValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : cut(value.map(print).join(', '))
  return print(value)
}

function print(value: unknown): string {
  return typeof value === 'string' ? `"${cut(value)}"` : cut(JSON.stringify(value))
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
