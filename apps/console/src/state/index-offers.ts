import { type Configuration, type IndexOffer, listIndexOffers } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { useCurrentProject } from './current-project.tsx'

const SYSTEM: readonly string[] = ['createdOn', 'updatedOn']

/** Whether a configuration has the fields of a suggested index and no index that starts with them. */
export function isOpenOffer(
  configuration: Pick<Configuration, 'tables'>,
  { tableId, columns }: Pick<IndexOffer, 'tableId' | 'columns'>,
): boolean {
  const table = configuration.tables.find(({ id }) => id === tableId)
  if (!table) return false
  const isThere = (id: string) =>
    SYSTEM.includes(id) || table.columns.some((column) => column.id === id)
  const serves = (index: { columns: readonly string[] }) =>
    columns.every((id, at) => index.columns[at] === id)
  return columns.every(isThere) && !table.indexes?.some(serves)
}

/** Indexes that would have reduced the rows read by requests, in both environments. */
export function useIndexOffers(everyMs: number | false = false): readonly IndexOffer[] {
  const projectId = useCurrentProject().id
  const { data } = useQuery({
    queryKey: ['index offers', projectId],
    queryFn: ({ signal }) => client.call(listIndexOffers, { params: { projectId }, signal }),
    select: ({ offers }) => offers,
    staleTime: 0,
    refetchInterval: everyMs,
  })
  return data ?? []
}
