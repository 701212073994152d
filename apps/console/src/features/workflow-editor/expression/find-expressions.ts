/** One `{{ … }}` in a text. */
export interface Found {
  from: number
  to: number
  /** The text between the braces. */
  code: string
  codeFrom: number
  isClosed: boolean
}

/** Index of the closing `}}`, ignoring those inside quotes. */
function endOf(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quote !== '') {
      if (character === '\\') at += 1
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'" || character === '`') quote = character
    else if (character === '}' && text[at + 1] === '}') return at
  }
  return -1
}

/** All expressions in a text; the last one may be unclosed. */
export function findExpressions(text: string): Found[] {
  const found: Found[] = []
  let at = text.indexOf('{{')
  while (at >= 0) {
    const codeFrom = at + 2
    const end = endOf(text, codeFrom)
    const isClosed = end >= 0
    const codeTo = isClosed ? end : text.length
    const to = isClosed ? end + 2 : text.length
    found.push({ from: at, to, code: text.slice(codeFrom, codeTo), codeFrom, isClosed })
    at = isClosed ? text.indexOf('{{', to) : -1
  }
  return found
}
