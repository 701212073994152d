import { useState } from 'react'

export interface Selection<Item> {
  ids: ReadonlySet<string>
  isAll: boolean
  toggle: (item: Item) => void
  toggleAll: () => void
}

/** The selected items of the shown page; another page or filter starts without a selection. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter(({ id }) => ids.has(id))
  const isAll = items.length > 0 && chosen.length === items.length
  const selection: Selection<Item> = {
    ids,
    isAll,
    toggle: ({ id }) =>
      setIds(new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setIds(new Set(isAll ? [] : items.map(({ id }) => id))),
  }
  return { selection, chosen, clear: () => setIds(new Set()) }
}
