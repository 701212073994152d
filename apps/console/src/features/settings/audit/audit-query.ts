import { listAudit, listAuditFilters } from '@plinth/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { type AuditFilter, toAuditQuery } from './audit-filter.ts'

/** The project's audit log, page by page. */
export function useAudit(filter: AuditFilter) {
  const projectId = useCurrentProject().id
  return useInfiniteQuery({
    queryKey: ['audit', projectId, filter],
    queryFn: ({ pageParam, signal }) =>
      client.call(listAudit, {
        params: { projectId },
        query: { ...toAuditQuery(filter), ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    placeholderData: keepPreviousData,
  })
}

/** Values for the person and area filters. */
export function useAuditFilters() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['audit filters', projectId],
    queryFn: ({ signal }) => client.call(listAuditFilters, { params: { projectId }, signal }),
  })
}
