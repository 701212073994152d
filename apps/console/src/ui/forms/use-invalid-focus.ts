import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first control that the server has refused, which also scrolls to it. For the `ref` of the form. */
export function useInvalidFocus(error: Error | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  return form
}
