import { ApiError } from '@plinth/client'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  listProjects,
} from '@plinth/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { deviceStrings as strings } from './strings.ts'

export const MAX_LISTED_PROJECTS = 50

export const messageOf = (error: Error): string =>
  error instanceof ApiError ? error.message : strings.unreachable

export function useFindLogin() {
  return useMutation({
    mutationFn: (userCode: string) => client.call(findDeviceLogin, { body: { userCode } }),
  })
}

/** The newest projects whose name matches the search. */
export function useListedProjects(search: string) {
  return useQuery({
    queryKey: ['device-projects', search],
    queryFn: ({ signal }) =>
      client.call(listProjects, { query: { limit: MAX_LISTED_PROJECTS, search }, signal }),
    placeholderData: keepPreviousData,
  })
}

interface Decision {
  userCode: string
  /** Undefined to deny. */
  granted: { projectIds: string[]; readOnly: boolean } | undefined
}

export function useDecide() {
  return useMutation({
    mutationFn: ({ userCode, granted }: Decision) =>
      granted
        ? client.call(approveDeviceLogin, { body: { userCode, ...granted } })
        : client.call(denyDeviceLogin, { body: { userCode } }),
  })
}
