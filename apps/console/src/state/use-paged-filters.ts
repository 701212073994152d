import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The cursor of the shown page and the cursors of the pages before it. */
type Pages = readonly (string | undefined)[]
const FIRST: Pages = [undefined]

interface InAddress<F> {
  read: (params: URLSearchParams) => F
  write: (now: URLSearchParams, filters: F) => URLSearchParams
}

/** The filters of a list, stored in the address, and its page; a filter change returns to the first page. */
export function usePagedFilters<F>({ read, write }: InAddress<F>) {
  const [params, setParams] = useSearchParams()
  const [pages, setPages] = useState(FIRST)
  const filters = useMemo(() => read(params), [read, params])
  const change = (next: F) => {
    setPages(FIRST)
    setParams((now) => write(now, next), { replace: true })
  }
  return {
    filters,
    change,
    clear: () => change(read(new URLSearchParams())),
    cursor: pages.at(-1),
    /** For the pager: the current page and the possible moves. */
    pager: (older: string | null | undefined) => ({
      page: pages.length,
      onNewer: pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined,
      onOlder: older ? () => setPages([...pages, older]) : undefined,
    }),
  }
}
