import { useLayoutEffect, useRef, useState } from 'react'

type Action = (...given: never[]) => unknown

/** The same object in every render, whose functions call those of the last render. */
export function useStable<T extends { [K in keyof T]: Action }>(actions: T): T {
  const last = useRef(actions)
  useLayoutEffect(() => {
    last.current = actions
  })
  const [stable] = useState(() => {
    const names = Object.keys(actions) as (keyof T)[]
    const calls = names.map((name) => [name, (...given: never[]) => last.current[name](...given)])
    return Object.fromEntries(calls) as T
  })
  return stable
}
