import { autocompletion, type CompletionContext } from '@codemirror/autocomplete'
import { lineNumbers } from '@codemirror/view'
import { useState } from 'react'
import { CodeMirror } from '../../../ui/code/code-mirror.tsx'
import { SQL_KEYWORDS, sqlMarks } from '../../../ui/code/sql-language.ts'

export interface QueryEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Tables and fields for completion. */
  names: readonly { label: string; detail: string }[]
  describedBy?: string | undefined
}

/** A SQL editor for the SELECT of a Computed table. */
export function QueryEditor({ label, value, onChange, names, describedBy }: QueryEditorProps) {
  const [extensions] = useState(() => {
    const options = [
      ...names,
      ...SQL_KEYWORDS.map((word) => ({ label: word.toUpperCase(), detail: '', boost: -1 })),
    ]
    const source = (context: CompletionContext) => {
      const word = context.matchBefore(/[A-Za-z_]\w*/)
      if (!word && !context.explicit) return null
      return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ }
    }
    return [
      sqlMarks,
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
