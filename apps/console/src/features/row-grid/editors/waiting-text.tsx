import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'

interface WaitingTextProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** Called on Enter; omitted for multi-line editors. */
  onEnter?: () => void
  className?: string
}

/** A placeholder for a code editor that accepts typing until the editor is loaded, so that no key is lost. */
export function WaitingText({ label, value, onChange, onEnter, className }: WaitingTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true })
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onEnter) return
    event.preventDefault()
    onEnter()
  }
  return (
    <textarea
      ref={area}
      rows={1}
      aria-label={label}
      aria-busy="true"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={press}
      className={cn(
        'block w-full resize-none rounded-md border border-accent bg-surface px-1.5 py-1 font-mono text-xs outline-none',
        className,
      )}
    />
  )
}
