import type { ReactNode } from 'react'

/** One function for all renders: React would call a new one again, and take the focus from a field. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/**
 * The heading of a step that replaces another. It takes the focus, which the control of the former step had, so that
 * keyboards and screen readers go on here.
 */
export function StepTitle({ children }: { children: ReactNode }) {
  return (
    <h2 ref={takeFocus} tabIndex={-1} className="font-medium outline-none">
      {children}
    </h2>
  )
}
