import { useRef } from 'react'

/** The last value there was: a dialog keeps its words while it fades out. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
