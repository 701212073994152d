import { type SyntheticEvent, useEffect, useRef } from 'react'

const CONTROLS =
  'form :is(input, textarea, select, [contenteditable=true], [role=switch], [role=checkbox], [role=combobox])'

function read(control: Element): string {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
    return `${control.checked}`
  if ('value' in control && !(control instanceof HTMLButtonElement)) return `${control.value}`
  return `${control.getAttribute('aria-checked')} ${control.textContent}`
}

/**
 * Whether controls in the forms of a dialog differ from how they were first touched. Compares what is shown, so that it
 * works for every form without its help; a control that is gone, such as after a successful submit, does not count.
 */
export function useTypedWork(open: boolean) {
  const first = useRef(new Map<Element, string>())
  useEffect(() => {
    if (!open) first.current.clear()
  }, [open])
  const record = (target: unknown) => {
    const control = target instanceof Element ? target.closest(CONTROLS) : null
    if (control && !first.current.has(control)) first.current.set(control, read(control))
  }
  const touch = ({ target }: SyntheticEvent) => record(target)
  const reset = () => {
    first.current.clear()
    record(document.activeElement)
  }
  return {
    hasWork: () =>
      [...first.current].some(([control, was]) => control.isConnected && read(control) !== was),
    handlers: { onFocusCapture: touch, onPointerDownCapture: touch, onReset: reset },
  }
}
