interface Piece {
  text: string
  kind: 'key' | 'text' | 'number' | 'word' | undefined
  from: number
}

const PIECES =
  /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g

function kindOf(whole: string, { quoted, colon }: { quoted?: string; colon?: string }) {
  if (quoted !== undefined) return colon === undefined ? 'text' : 'key'
  return /^[tfn]/.test(whole) ? 'word' : 'number'
}

/** Splits printed JSON into highlighted tokens; concatenated they give the text again. */
export function markJson(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const put = (from: number, to: number, kind: Piece['kind']) => {
    if (to > from) pieces.push({ text: text.slice(from, to), kind, from })
    end = to
  }
  for (const match of text.matchAll(PIECES)) {
    const [whole, quoted, colon] = match
    put(end, match.index, undefined)
    const kind = kindOf(whole, {
      ...(quoted === undefined ? {} : { quoted }),
      ...(colon === undefined ? {} : { colon }),
    })
    put(match.index, match.index + (quoted ?? whole).length, kind)
  }
  put(end, text.length, undefined)
  return pieces
}
