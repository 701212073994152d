import { useState } from 'react'
import type { Json } from '../../execution/execution.ts'
import { ExpressionField } from '../../expression/expression-field.tsx'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import type { PropertyProps } from '../property/property.ts'

function parse(text: string): { value: Json } | undefined {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    // With an expression, the text becomes JSON only when the node runs.
    return text.includes('{{') ? { value: text } : undefined
  }
}

function print(value: Json | undefined): string {
  if (value === undefined) return '{}'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** A JSON value; invalid text is not saved. */
export function JsonField({ label, property, value, onChange, error }: PropertyProps) {
  const [text, setText] = useState(() => print(value))
  const parsed = parse(text)
  const change = (next: string) => {
    setText(next)
    const read = parse(next)
    if (read) onChange(read.value)
  }
  return (
    <ExpressionField
      label={label}
      value={text}
      onChange={change}
      language="json"
      height={property.ui.height}
      placeholder={property.ui.placeholder}
      error={parsed ? error : nodeSettingsStrings.invalidJson}
    />
  )
}
