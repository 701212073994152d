import { ApiError } from '@plinth/client'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  listProjects,
} from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { deviceStrings as strings } from './strings.ts'

export const MAX_LISTED_PROJECTS = 200

export const messageOf = (error: Error): string =>
  error instanceof ApiError ? error.message : strings.unreachable

export function useFindLogin() {
  return useMutation({
    mutationFn: (userCode: string) => client.call(findDeviceLogin, { body: { userCode } }),
  })
}

export function useListedProjects() {
  return useQuery({
    queryKey: ['device-projects'],
    queryFn: ({ signal }) =>
      client.call(listProjects, { query: { limit: MAX_LISTED_PROJECTS }, signal }),
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
