import { useState } from 'react'

/** Which rows of a form are open, by key. */
export function useOpenRows() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    open: (opened: readonly string[]) => setKeys((now) => new Set([...now, ...opened])),
    of: (key: string) => ({
      isOpen: keys.has(key),
      onOpen: (isOpen: boolean) =>
        setKeys((now) => new Set(isOpen ? [...now, key] : [...now].filter((one) => one !== key))),
    }),
  }
}
