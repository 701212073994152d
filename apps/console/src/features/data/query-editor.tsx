import { autocompletion, type CompletionContext } from '@codemirror/autocomplete'
import { lineNumbers } from '@codemirror/view'
import { useState } from 'react'
import { type CodeMark, codeMarks } from '../../ui/code-marks.ts'
import { CodeMirror } from '../../ui/code-mirror.tsx'

export interface QueryEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Tables and fields that the query may name. */
  names: readonly { label: string; detail: string }[]
  describedBy?: string | undefined
}

const KEYWORDS =
  'select from where group by order having limit offset as and or not in is null case when then else end join left right inner outer full cross on using with union all distinct values exists between like cast sum count avg min max coalesce'.split(
    ' ',
  )
const WORDS = new Set(KEYWORDS)
const PIECES = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\b\d+(?:\.\d+)?\b|[A-Za-z_]\w*/g

function markOf(piece: string): CodeMark['kind'] | undefined {
  if (piece.startsWith('--') || piece.startsWith('/*')) return 'comment'
  if (piece.startsWith("'")) return 'text'
  if (/^\d/.test(piece)) return 'number'
  if (piece.startsWith('"')) return 'key'
  return WORDS.has(piece.toLowerCase()) ? 'word' : undefined
}

const marks = codeMarks((view) =>
  [...view.state.doc.toString().matchAll(PIECES)].flatMap(({ 0: piece, index }) => {
    const kind = markOf(piece)
    return kind ? [{ from: index, to: index + piece.length, kind }] : []
  }),
)

/** The SELECT of a Computed table. */
export function QueryEditor({ label, value, onChange, names, describedBy }: QueryEditorProps) {
  const [extensions] = useState(() => {
    const options = [
      ...names,
      ...KEYWORDS.map((word) => ({ label: word.toUpperCase(), detail: '', boost: -1 })),
    ]
    const source = (context: CompletionContext) => {
      const word = context.matchBefore(/[A-Za-z_]\w*/)
      if (!word && !context.explicit) return null
      return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ }
    }
    return [
      marks,
      lineNumbers(),
      autocompletion({ override: [source], icons: false, maxRenderedOptions: 10 }),
    ]
  })
  return (
    <CodeMirror
      label={label}
      value={value}
      onChange={onChange}
      extensions={extensions}
      describedBy={describedBy}
      className="min-h-32"
    />
  )
}
