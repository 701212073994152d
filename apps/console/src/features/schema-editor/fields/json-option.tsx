import { useId, useState } from 'react'
import { columnStrings as strings } from '../strings/column-strings.ts'
import { LazyJsonValueEditor } from './lazy-editors.tsx'

interface JsonOptionProps {
  label: string
  value: unknown
  /** Called with undefined while the text is not valid JSON. */
  onChange: (value: unknown) => void
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An input that edits a JSON value as text. */
export function JsonOption({ label, value, onChange }: JsonOptionProps) {
  const id = useId()
  const [text, setText] = useState(() => JSON.stringify(value, null, 2) ?? '{}')
  const isBroken = readJson(text) === undefined
  const change = (next: string) => {
    setText(next)
    onChange(readJson(next))
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-fg-2">{label}</span>
      <LazyJsonValueEditor
        label={label}
        value={text}
        onChange={change}
        invalid={isBroken}
        describedBy={isBroken ? id : undefined}
      />
      {isBroken ? (
        <p id={id} role="alert" className="text-xs text-danger-text">
          {strings.badJson}
        </p>
      ) : null}
    </div>
  )
}
