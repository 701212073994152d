const QUOTES = new Set(['"', "'", '`'])

/** Index after the string that starts with the quote at `from`. */
function skipQuoted(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote) return at
  }
  return text.length
}

/**
 * Index of the `}}` that closes an expression; -1 if it is not closed. Braces inside strings and nested braces do
 * not count.
 */
export function findExpressionEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (QUOTES.has(letter)) at = skipQuoted(text, at)
    else if (letter === '{') depth += 1
    else if (letter === '}') {
      if (depth === 0 && text[at + 1] === '}') return at
      depth -= 1
    }
  }
  return -1
}
