import { useLayoutEffect, useReducer, useRef } from 'react'

/** Moves the focus to a row that may only be rendered with the next update. */
export function useRowFocus() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<string>(undefined)
  const [, render] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const target = list.current?.querySelector(wanted.current)
    if (!(target instanceof HTMLElement)) return
    wanted.current = undefined
    target.focus()
  })
  const focus = (selector: string) => {
    wanted.current = selector
    render()
  }
  const row = (id: string) => `[data-field="${CSS.escape(id)}"]`
  return {
    list,
    focusName: (id: string) => focus(`${row(id)} [data-field-input]`),
    focusOptions: (id: string) => focus(`${row(id)} [data-options] :is(input, [role=combobox])`),
  }
}
