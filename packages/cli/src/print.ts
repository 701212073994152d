const MAX_CELL = 40

/** Stored text must not move the cursor or change colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
const clean = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = clean(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text
}

export const print = (text: string) => void process.stdout.write(`${text}\n`)
export const printJson = (value: unknown) => print(JSON.stringify(value, null, 2))
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
