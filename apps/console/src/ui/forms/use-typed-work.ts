import { createContext, type SyntheticEvent, useEffect, useRef } from 'react'

const CONTROLS =
  'form :is(input, textarea, select, [contenteditable=true], [role=switch], [role=checkbox], [role=combobox])'

function read(control: Element): string {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
    return `${control.checked}`
  if ('value' in control && !(control instanceof HTMLButtonElement)) return `${control.value}`
  return `${control.getAttribute('aria-checked')} ${control.textContent}`
}

/** Called when a form in a dialog shows stored values again, so that they do not count as typed. */
export const ForgetTyped = createContext<() => void>(() => undefined)

/**
 * Whether controls in the forms of a dialog differ from how they were first touched. Compares what is shown, so that it
 * works for every form without its help; a control that was removed, such as after a successful submit, does not count.
 */
export function useTypedWork(open: boolean) {
  const first = useRef(new Map<Element, string>())
  useEffect(() => {
    if (!open) first.current.clear()
  }, [open])
  const touch = ({ target }: SyntheticEvent) => {
    const control = target instanceof Element ? target.closest(CONTROLS) : null
    if (control && !first.current.has(control)) first.current.set(control, read(control))
  }
  return {
    hasWork: () =>
      [...first.current].some(([control, was]) => control.isConnected && read(control) !== was),
    forget: () => first.current.clear(),
    handlers: { onFocusCapture: touch, onPointerDownCapture: touch, onKeyDownCapture: touch },
  }
}
