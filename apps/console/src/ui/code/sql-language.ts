import type { Extension } from '@codemirror/state'
import { type CodeMark, codeMarks } from './code-marks.ts'

export const SQL_KEYWORDS =
  'select from where group by order having limit offset as and or not in is null case when then else end join left right inner outer full cross on using with union all distinct values exists between like cast sum count avg min max coalesce'.split(
    ' ',
  )
const WORDS = new Set(SQL_KEYWORDS)
const PIECES = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\b\d+(?:\.\d+)?\b|[A-Za-z_]\w*/g

function markOf(piece: string): CodeMark['kind'] | undefined {
  if (piece.startsWith('--') || piece.startsWith('/*')) return 'comment'
  if (piece.startsWith("'")) return 'text'
  if (/^\d/.test(piece)) return 'number'
  if (piece.startsWith('"')) return 'key'
  return WORDS.has(piece.toLowerCase()) ? 'word' : undefined
}

/** SQL highlighting. */
export const sqlMarks: Extension = codeMarks((view) =>
  [...view.state.doc.toString().matchAll(PIECES)].flatMap(({ 0: piece, index }) => {
    const kind = markOf(piece)
    return kind ? [{ from: index, to: index + piece.length, kind }] : []
  }),
)

/** Reserved in PostgreSQL or SQLite, and likely as names of tables and fields. */
const RESERVED = new Set([
  ...WORDS,
  ...'user order group table column check default primary references index to end desc asc unique check any some'.split(
    ' ',
  ),
])

/** The name as a query has to write it: in quotes unless it is lower case and not reserved. */
export function quoteSqlName(name: string): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name)
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`
}
