import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface LongTextProps {
  id: string
  children: ReactNode
}

/** A text of any length, which scrolls in a limited height. */
export function LongText({ id, children }: LongTextProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isScrolled, setScrolled] = useState(false)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    setScrolled(scrollHeight > clientHeight)
  })
  return (
    <div
      ref={box}
      id={id}
      // For scrolling by keyboard.
      tabIndex={isScrolled ? 0 : undefined}
      className="ring-focus max-h-32 overflow-y-auto rounded-sm wrap-anywhere whitespace-pre-wrap"
    >
      {children}
    </div>
  )
}
