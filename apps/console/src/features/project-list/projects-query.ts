import { listProjects, PROJECTS_PER_PAGE } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { ListFilter } from './list-filter.ts'

export const PROJECTS_KEY = ['projects'] as const

/** One page of the projects that the caller may see. */
export function useProjects({ page, search, status }: ListFilter) {
  return useQuery({
    queryKey: [...PROJECTS_KEY, { page, search, status }],
    queryFn: ({ signal }) =>
      client.call(listProjects, {
        query: { page, limit: PROJECTS_PER_PAGE, search, ...(status ? { status } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
