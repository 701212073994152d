import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Where the page begins, and where those before it began. */
type Pages = readonly (string | undefined)[]
const FIRST: Pages = [undefined]

interface InAddress<F> {
  read: (params: URLSearchParams) => F
  write: (now: URLSearchParams, filters: F) => URLSearchParams
}

/** What narrows a list, as it stands in the address, and the page of it that is shown; a change begins anew. */
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
    /** For the pager: where it stands and where it can go. */
    pager: (older: string | null | undefined) => ({
      page: pages.length,
      onNewer: pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined,
      onOlder: older ? () => setPages([...pages, older]) : undefined,
    }),
  }
}
