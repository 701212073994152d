type Line = { text: string; isChanged: boolean }
/** A line of one side, or how many equal lines are left out. */
export type ShownLine = Line | { skipped: number }

/** Above this product of lines, everything between the first and the last change is marked. */
const MAX_CELLS = 250_000
/** Equal lines that are shown around a change. */
const CONTEXT = 3

/** Sorts the fields of objects, because their order is not compared. */
const sortFields = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

export const printSorted = (value: unknown): string => JSON.stringify(value, sortFields, 2) ?? ''

function countEqual(one: readonly string[], other: readonly string[]): number {
  const max = Math.min(one.length, other.length)
  let count = 0
  while (count < max && one[count] === other[count]) count += 1
  return count
}

/** Whether each line is part of the longest common subsequence. */
function findCommon(before: readonly string[], after: readonly string[]) {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const common = { before: new Set<number>(), after: new Set<number>() }
  let row = 0
  let column = 0
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      common.before.add(row)
      common.after.add(column)
      row += 1
      column += 1
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1
    else column += 1
  }
  return common
}

/** Replaces long runs of equal lines by their number. */
function fold(lines: readonly Line[]): ShownLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ isChanged }) => isChanged),
  )
  const shown: ShownLine[] = []
  lines.forEach((line, at) => {
    const last = shown.at(-1)
    if (isNear[at]) shown.push(line)
    else if (last && 'skipped' in last) last.skipped += 1
    else shown.push({ skipped: 1 })
  })
  return shown
}

/** Two texts line by line: what differs, with some equal lines around it. */
export function compareLines(before: string, after: string) {
  const sides = [before.split('\n'), after.split('\n')] as const
  const [one, other] = sides
  const start = countEqual(one, other)
  const end = countEqual(one.slice(start).reverse(), other.slice(start).reverse())
  const [oldPart, newPart] = sides.map((lines) => lines.slice(start, lines.length - end)) as [
    string[],
    string[],
  ]
  const isSmall = oldPart.length * newPart.length <= MAX_CELLS
  const common = isSmall ? findCommon(oldPart, newPart) : { before: new Set(), after: new Set() }
  const mark = (lines: readonly string[], equal: ReadonlySet<unknown>) =>
    fold(
      lines.map((text, at) => ({
        text,
        isChanged: at >= start && at < lines.length - end && !equal.has(at - start),
      })),
    )
  return { before: mark(one, common.before), after: mark(other, common.after) }
}
