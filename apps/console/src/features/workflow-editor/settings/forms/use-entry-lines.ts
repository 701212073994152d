import { useEffect, useRef, useState } from 'react'
import type { Json } from '../../execution/execution.ts'
import { type ObjectEntry, readEntries, writeEntries } from '../../expression/read-entries.ts'

/** An entry in the form; one without a name is in the form only. */
export interface Line {
  id: number
  key: string
  value: Json
  /** Whether the user has just added it. */
  isNew?: boolean
}

function linesOf(value: Json | undefined): Line[] {
  return (readEntries(value) ?? []).map(([key, one], id) => ({ id, key, value: one }))
}

/** The entries of a parameter as lines of a form, in step with changes from elsewhere. */
export function useEntryLines(value: Json | undefined, onChange: (text: string) => void) {
  const [lines, setLines] = useState(() => linesOf(value))
  const known = useRef(value)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    setLines(linesOf(value))
  }, [value])
  const update = (next: Line[]) => {
    const named = next.filter(({ key }) => key !== '')
    const text = writeEntries(named.map((line): ObjectEntry => [line.key, line.value]))
    known.current = text
    if (text !== value) onChange(text)
    setLines(next)
  }
  const add = () => {
    const id = Math.max(-1, ...lines.map((line) => line.id)) + 1
    update([...lines, { id, key: '', value: '', isNew: true }])
  }
  return { lines, update, add }
}
