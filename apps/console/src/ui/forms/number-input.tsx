import { useEffect, useRef, useState } from 'react'
import type { FieldControl } from './field.tsx'
import { Input } from './input.tsx'

interface NumberInputProps extends FieldControl {
  /** Null stands for an empty field. */
  value: number | null
  onValueChange: (value: number | null) => void
  placeholder?: string
  min?: number
  max?: number
  step?: number | 'any'
  disabled?: boolean
  autoFocus?: boolean
}

/** A field for a number; half-typed text stays as it is typed. */
export function NumberInput({ value, onValueChange, ...rest }: NumberInputProps) {
  const [text, setText] = useState(value === null ? '' : `${value}`)
  const known = useRef(value)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    setText(value === null ? '' : `${value}`)
  }, [value])
  const change = (typed: string) => {
    setText(typed)
    const next = typed.trim() === '' ? null : Number(typed)
    if (next !== null && !Number.isFinite(next)) return
    known.current = next
    onValueChange(next)
  }
  /** What was not taken does not stay in the field. */
  const commit = () => {
    if (known.current === value) return
    known.current = value
    setText(value === null ? '' : `${value}`)
  }
  return (
    <Input
      {...rest}
      type="number"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onBlur={commit}
      onChange={(event) => change(event.target.value)}
      className="tabular-nums"
    />
  )
}
