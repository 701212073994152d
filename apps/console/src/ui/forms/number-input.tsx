import { useEffect, useRef, useState } from 'react'
import type { FieldControl } from './field.tsx'
import { Input } from './input.tsx'

interface NumberInputProps extends FieldControl {
  /** Null for an empty field. */
  value: number | null
  onValueChange: (value: number | null) => void
  placeholder?: string
  min?: number
  max?: number
  step?: number | 'any'
  disabled?: boolean
  autoFocus?: boolean
}

/** A number input that keeps incomplete text while typing. */
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
  /** Resets text that the caller did not accept. */
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
