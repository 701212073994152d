import { EditorState, type Extension, Prec } from '@codemirror/state'
import { keymap, lineNumbers } from '@codemirror/view'
import { useLayoutEffect, useRef, useState } from 'react'
import { CodeMirror } from '../../../ui/code/code-mirror.tsx'
import { javascriptLanguage } from '../../../ui/code/javascript-language.ts'
import { jsonLanguage } from '../../../ui/code/json-language.ts'
import { sqlMarks } from '../../../ui/code/sql-language.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import { useFieldName, useFieldTargets } from '../paths/field-targets.ts'
import './expression.css'
import { expressionCompletion, expressionLanguage } from './expression-language.ts'
import { useExpressionScope } from './expression-scope.tsx'
import type { Scope } from './scope.ts'
import { takePaths } from './take-paths.ts'

export type Language = 'line' | 'text' | 'json' | 'javascript' | 'sql'

export interface ExpressionEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  language: Language
  height?: number | undefined
  placeholder?: string | undefined
  describedBy?: string | undefined
  invalid?: boolean
}

/** Single line: newlines are stripped on paste, Enter is ignored. */
const noEnter = Prec.high(keymap.of([{ key: 'Enter', run: () => true }]))
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines <= 1) return transaction
  const insert = transaction.newDoc.toString().replace(/\s*\n\s*/g, ' ')
  const all = { from: 0, to: transaction.startState.doc.length, insert }
  return { changes: all, selection: { anchor: insert.length } }
})

/** Code has no `{{ }}`; values are available by name. */
function extensionsOf(language: Language, scope: () => Scope): Extension {
  switch (language) {
    case 'line':
      return [expressionLanguage(scope), noEnter, oneLine]
    case 'text':
      return expressionLanguage(scope)
    case 'json':
      return [jsonLanguage(), expressionLanguage(scope)]
    case 'javascript':
      return [lineNumbers(), javascriptLanguage(), expressionCompletion(scope, true)]
    case 'sql':
      return [lineNumbers(), sqlMarks]
  }
}

/** Editor for text, documents or code, with completion from the previous nodes' output. */
export function ExpressionEditor(props: ExpressionEditorProps) {
  const { language, height, placeholder, ...rest } = props
  const known = useExpressionScope()
  const scope = useRef(known)
  useLayoutEffect(() => {
    scope.current = known
  })
  const name = useFieldName()
  const targets = useFieldTargets()
  const [extensions] = useState(() => [
    extensionsOf(language, () => scope.current),
    takePaths({
      isCode: language === 'javascript' || language === 'sql',
      onReady: (insert) => (name === undefined ? undefined : targets?.register(name, insert)),
    }),
  ])
  const isLine = language === 'line'
  return (
    <div {...(isLine ? {} : { style: { '--editor-height': `${height ?? 160}px` } as object })}>
      <CodeMirror
        {...rest}
        extensions={extensions}
        {...(placeholder ? { placeholder } : {})}
        className={cn(
          isLine ? 'min-h-8' : 'h-(--editor-height) overflow-auto [&_.cm-editor]:min-h-full',
        )}
      />
    </div>
  )
}
