import { useState } from 'react'
import { CodeMirror } from './code-mirror.tsx'
import { jsonLanguage } from './json-language.ts'

export interface JsonValueEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  invalid: boolean
  describedBy?: string | undefined
  startsAtEnd?: boolean
}

/** Editor for one JSON value. */
export function JsonValueEditor(props: JsonValueEditorProps) {
  const [extensions] = useState(jsonLanguage)
  return <CodeMirror {...props} extensions={extensions} className="min-h-16" />
}
