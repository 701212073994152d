import {
  getSsoGroups,
  listProjects,
  type SsoGroupRule,
  type SsoGroups,
  saveSsoGroups,
} from '@plinth/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { groupsStrings as strings } from './groups-strings.ts'

const GROUPS = ['sso groups'] as const
const FOUND_PROJECTS = 20

export function useGroups() {
  return useQuery({
    queryKey: GROUPS,
    queryFn: ({ signal }) => client.call(getSsoGroups, { signal }),
  })
}

interface SavedGroups {
  revision: number
  claim?: string
  rules: SsoGroupRule[]
}

export function useSaveGroups() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ revision, ...body }: SavedGroups) =>
      client.call(saveSsoGroups, { body, ifMatch: revision }),
    onSuccess: (saved: SsoGroups) => {
      queries.setQueryData(GROUPS, saved)
      showToast({ title: strings.saved })
    },
  })
}

/** The projects whose name or id matches. */
export function useFoundProjects(search: string) {
  return useQuery({
    queryKey: ['projects', 'of groups', search],
    queryFn: ({ signal }) =>
      client.call(listProjects, { query: { search, limit: FOUND_PROJECTS }, signal }),
    placeholderData: keepPreviousData,
  })
}
