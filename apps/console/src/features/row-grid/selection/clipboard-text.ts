const SPECIAL = /["\t\r\n]/

function quote(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Cells as tab-separated text, the clipboard format of spreadsheets. */
export function writeClipboard(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quote).join('\t')).join('\n')
}

/** Parses a quoted cell; undefined if the quote is not closed, and so is a plain character. */
function readQuoted(text: string, start: number): { cell: string; end: number } | undefined {
  let cell = ''
  let at = start + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return undefined
    cell += text.slice(at, close)
    if (text[close + 1] !== '"') return { cell, end: close + 1 }
    cell += '"'
    at = close + 2
  }
}

const END = /[\t\r\n]/g

function readPlain(text: string, start: number): { cell: string; end: number } {
  END.lastIndex = start
  const end = END.exec(text)?.index ?? text.length
  return { cell: text.slice(start, end), end }
}

/** Parses clipboard text into rows of cells. */
export function readClipboard(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : undefined
    const { cell, end } =
      quoted && /^(?:[\t\r\n]|$)/.test(text.slice(quoted.end, quoted.end + 1))
        ? quoted
        : readPlain(text, at)
    rows.at(-1)?.push(cell)
    at = end + 1
    if (text[end] === '\r' && text[end + 1] === '\n') at += 1
    if (text[end] === '\r' || text[end] === '\n') {
      // A line break at the end is not another row.
      if (at === text.length) break
      rows.push([])
    }
  }
  return rows
}
