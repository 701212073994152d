/** The cells of a table's line, without the spaces around them. A pipe inside a cell is written as `\|`. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The lines of tables that begin with a name in code, as cells; the name has no backticks. */
export function readRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\| `[^`]+` \|/.test(line))
    .map((line) => cellsOf(line).map((cell, at) => (at === 0 ? cell.slice(1, -1) : cell)))
}

/** The lines of all tables as cells, without heads. */
export function readLines(text: string): string[][] {
  const lines = text.split('\n')
  return lines
    .filter((line, at) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|---'))
    .map(cellsOf)
}

/** The text below each heading of a level whose title is a name in code, by that name. */
export function readSections(text: string, level: number): Map<string, string> {
  const parts = text.split(new RegExp(`^${'#'.repeat(level)} `, 'm')).slice(1)
  return new Map(
    parts.flatMap((part): [string, string][] => {
      const [, name] = part.match(/^`([^`\n]+)`/) ?? []
      return name === undefined ? [] : [[name, part.slice(part.indexOf('\n') + 1)]]
    }),
  )
}
