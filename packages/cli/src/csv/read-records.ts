/** One record of a CSV file, with the line on which it begins. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** Splits CSV (RFC 4180) into records while it is read; skips empty lines. Throws if a quote is not closed. */
export async function* readRecords(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let [cells, cell]: [string[], string] = [[], '']
  let [line, start] = [1, 1]
  // A quote inside a quoted cell ends it, unless a second one follows.
  let state: 'plain' | 'quoted' | 'quote' = 'plain'
  let isFirst = true

  function* end(): Generator<CsvRecord> {
    const last = cell.endsWith('\r') ? cell.slice(0, -1) : cell
    if (cells.length > 0 || last !== '') yield { line: start, cells: [...cells, last] }
    cells = []
    cell = ''
    state = 'plain'
  }

  for await (const piece of pieces) {
    for (const sign of isFirst ? piece.replace(/^\uFEFF/, '') : piece) {
      if (state === 'quoted') {
        if (sign === '\n') line += 1
        if (sign === '"') state = 'quote'
        else cell += sign
      } else if (sign === '"' && (state === 'quote' || cell === '')) {
        if (state === 'quote') cell += sign
        state = 'quoted'
      } else if (sign === ',') {
        cells.push(cell)
        cell = ''
        state = 'plain'
      } else if (sign === '\n') {
        yield* end()
        line += 1
        start = line
      } else {
        cell += sign
      }
    }
    isFirst = false
  }
  if (state === 'quoted') throw new Error(`line ${start}: a quote is not closed`)
  yield* end()
}
