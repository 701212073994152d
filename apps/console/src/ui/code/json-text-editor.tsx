import { jsonParseLinter } from '@codemirror/lang-json'
import { linter } from '@codemirror/lint'
import { useState } from 'react'
import { cn } from '../primitives/cn.ts'
import { CodeMirror } from './code-mirror.tsx'
import { jsonLanguage } from './json-language.ts'

export interface JsonTextEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  invalid?: boolean
  describedBy?: string | undefined
  /** Tailwind height class; the text scrolls inside. */
  height: string
}

/** JSON editor of fixed height with underlined syntax errors. */
export function JsonTextEditor({ height, ...props }: JsonTextEditorProps) {
  const [extensions] = useState(() => [jsonLanguage(), linter(jsonParseLinter())])
  const fill = 'overflow-hidden [&_.cm-editor]:h-full [&_.cm-scroller]:overflow-auto'
  return <CodeMirror {...props} extensions={extensions} className={cn(fill, height)} />
}
