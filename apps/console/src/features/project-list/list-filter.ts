import { PROJECT_FILTERS, type ProjectFilter } from '@plinth/contract'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export interface ListFilter {
  page: number
  search: string
  status: ProjectFilter | undefined
}

export const NO_FILTER: ListFilter = { page: 1, search: '', status: undefined }

/** Reads the filter from the URL; invalid values count as not set. */
export function parseFilter(params: URLSearchParams): ListFilter {
  const page = Number(params.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    search: (params.get('search') ?? '').slice(0, 120),
    status: PROJECT_FILTERS.find((status) => status === params.get('status')),
  }
}

/** Writes the filter into the URL without default values. */
export function printFilter(filter: ListFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (filter.search !== '') params.set('search', filter.search)
  if (filter.status) params.set('status', filter.status)
  if (filter.page > 1) params.set('page', String(filter.page))
  return params
}

/** The filter in the URL and a setter for parts of it; every change except paging returns to page 1. */
export function useListFilter() {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => parseFilter(params), [params])
  const change = useCallback(
    (part: Partial<ListFilter>) => {
      setParams((current) => printFilter({ ...parseFilter(current), page: 1, ...part }), {
        replace: part.page === undefined,
      })
    },
    [setParams],
  )
  return { filter, change }
}
