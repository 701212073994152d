const MAX_CELL = 40

/**
 * Characters that move the cursor, change colours or turn the direction of what follows: control characters other than
 * tab and line break, and the bidirectional ones. Terminals also obey those from U+0080 on.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const escapeOf = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Text of a server for a terminal, on as many lines as it has. */
export const cleanLines = (text: string) => text.replace(/\r\n/g, '\n').replace(UNSAFE, ' ')
/** The same on one line. */
const clean = (text: string) => cleanLines(text).replace(/[\t\n]+/g, ' ')

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = clean(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text
}

export const print = (text: string) => void process.stdout.write(`${cleanLines(text)}\n`)
/** The escapes are JSON, so that programs read the same value. */
export const printJson = (value: unknown) =>
  print(JSON.stringify(value, null, 2).replace(UNSAFE, escapeOf))
/** Prints what programs read as it is, and shows it safely if standard output is a terminal. */
export const printDocument = (text: string) =>
  void process.stdout.write(process.stdout.isTTY ? cleanLines(text) : text)
/** For people, so that the output of a command can be piped. */
export const note = (text: string) => void process.stderr.write(`${clean(text)}\n`)

/** Prints rows as columns. */
export function printTable(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  const lines = [columns, ...rows].map((row) => row.map(cellOf))
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  for (const line of lines) {
    print(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
