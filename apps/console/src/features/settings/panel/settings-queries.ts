import {
  type Environment,
  listConstants,
  listDomains,
  listEnvironments,
  listMembers,
} from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'

const LISTS = ['members', 'domains', 'constants'] as const

export function useMembers() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['members', projectId],
    queryFn: ({ signal }) => client.call(listMembers, { params: { projectId }, signal }),
    select: ({ members }) => members,
  })
}

export function useDomains() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['domains', projectId],
    queryFn: ({ signal }) => client.call(listDomains, { params: { projectId }, signal }),
    select: ({ domains }) => domains,
  })
}

export function useConstants() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['constants', projectId],
    queryFn: ({ signal }) => client.call(listConstants, { params: { projectId }, signal }),
    select: ({ constants }) => constants,
  })
}

export function useEnvironments() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['environments', projectId],
    queryFn: ({ signal }) => client.call(listEnvironments, { params: { projectId }, signal }),
    select: ({ environments }) => environments,
  })
}

/** Looks up an environment's name by id; undefined until the environments are loaded. */
export function useEnvironmentName(): (id: string) => Environment['name'] | undefined {
  const { data } = useEnvironments()
  return useCallback((id: string) => data?.find((one) => one.id === id)?.name, [data])
}

/** Invalidates members, domains and constants; called when a dialog closes. */
export function useReloadLists(): () => void {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(() => {
    for (const list of LISTS) queries.invalidateQueries({ queryKey: [list, projectId] })
  }, [queries, projectId])
}
