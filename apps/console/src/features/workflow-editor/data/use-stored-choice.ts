import { useState } from 'react'

interface StoredChoice<V extends string> {
  options: readonly V[]
  otherwise: V
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** One of several options, remembered in this browser. */
export function useStoredChoice<V extends string>(
  key: string,
  { options, otherwise }: StoredChoice<V>,
): [V, (next: V) => void] {
  const [chosen, setChosen] = useState(() => readStored(key))
  const choose = (next: V) => {
    setChosen(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Without local storage the choice lasts until the page is closed.
    }
  }
  return [options.find((one) => one === chosen) ?? otherwise, choose]
}
