import { autocompletion, type CompletionContext, closeCompletion } from '@codemirror/autocomplete'
import type { Diagnostic } from '@codemirror/lint'
import { Prec } from '@codemirror/state'
import { type EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffectEvent, useMemo, useState } from 'react'
import { CodeMirror } from './code-mirror.tsx'
import { quoteSqlName, SQL_KEYWORDS, sqlMarks } from './sql-language.ts'

/** A name that completion offers. */
export interface QueryName {
  label: string
  detail: string
}

export interface QueryEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Tables and fields for completion. */
  names: readonly QueryName[]
  describedBy?: string | undefined
  /** Where the query fails. */
  fault?: { position: number; message: string } | undefined
  /** Called on Ctrl+Enter, or ⌘Enter, with the text at that moment. */
  onRun?: (text: string) => void
  className?: string
}

const KEYWORDS = SQL_KEYWORDS.map((word) => ({ label: word.toUpperCase(), detail: '', boost: -1 }))

function completionOf(names: readonly QueryName[]) {
  const quoted = names.map((name) => ({ ...name, apply: quoteSqlName(name.label) }))
  return (context: CompletionContext) => {
    const word = context.matchBefore(/[A-Za-z_]\w*/)
    if (!word && !context.explicit) return null
    const from = word?.from ?? context.pos
    const isInQuotes = context.state.sliceDoc(from - 1, from) === '"'
    const options = isInQuotes ? names : [...quoted, ...KEYWORDS]
    return { from, options, validFor: /^\w*$/ }
  }
}

/** The marked word begins at the position; at the end of the text the last character is marked. */
function diagnosticsOf(text: string, fault: QueryEditorProps['fault']): Diagnostic[] {
  if (!fault || text === '') return []
  const from = Math.min(fault.position, text.length - 1)
  const word = /^\w+/.exec(text.slice(from))?.[0].length ?? 1
  return [{ from, to: from + word, severity: 'error', message: fault.message }]
}

/** A SQL editor for one SELECT statement. */
export function QueryEditor(props: QueryEditorProps) {
  const { label, value, onChange, names, describedBy, fault } = props
  const run = useEffectEvent((text: string) => props.onRun?.(text))
  const [extensions] = useState(() => {
    const runOnce = (view: EditorView) => {
      closeCompletion(view)
      run(view.state.doc.toString())
      return true
    }
    return [
      sqlMarks,
      lineNumbers(),
      autocompletion({ override: [completionOf(names)], icons: false, maxRenderedOptions: 10 }),
      props.onRun ? Prec.highest(keymap.of([{ key: 'Mod-Enter', run: runOnce }])) : [],
    ]
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark belongs to the text that was run
  const diagnostics = useMemo(() => diagnosticsOf(value, fault), [fault])
  return (
    <CodeMirror
      label={label}
      value={value}
      onChange={onChange}
      extensions={extensions}
      diagnostics={diagnostics}
      invalid={fault !== undefined}
      describedBy={describedBy}
      className={props.className ?? 'min-h-32'}
    />
  )
}
