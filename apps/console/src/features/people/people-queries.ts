import {
  approveStaff,
  disableStaff,
  disconnectStaffIdentity,
  getStaffPolicy,
  inviteStaff,
  listInvitations,
  listStaff,
  restoreStaff,
  type StaffPolicy,
  saveStaffPolicy,
  withdrawInvitation,
} from '@plinth/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { peopleStrings as strings } from './strings.ts'

const PEOPLE = ['people'] as const
const INVITATIONS = ['invitations'] as const
const POLICY = ['staff policy'] as const

export function usePeople(search: string) {
  return useInfiniteQuery({
    queryKey: [...PEOPLE, search],
    queryFn: ({ signal, pageParam }) =>
      client.call(listStaff, { query: { search, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
  })
}

export function useInvitations() {
  return useQuery({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => client.call(listInvitations, { signal }),
    select: ({ invitations }) => invitations,
  })
}

export function usePolicy() {
  return useQuery({
    queryKey: POLICY,
    queryFn: ({ signal }) => client.call(getStaffPolicy, { signal }),
  })
}

function fail(what: string) {
  return (error: Error) => {
    logFailure(what, error)
    showToast({ variant: 'destructive', title: strings.failed, description: error.message })
  }
}

export function useSavePolicy() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (policy: Partial<StaffPolicy>) => client.call(saveStaffPolicy, { body: policy }),
    onError: fail('Saving the policy'),
    onSettled: () => queries.invalidateQueries({ queryKey: POLICY }),
  })
}

/** Disables or restores an account. */
export function useSetDisabled() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ staffId, disabled }: { staffId: string; disabled: boolean }) =>
      client.call(disabled ? disableStaff : restoreStaff, { params: { staffId } }),
    onSuccess: (_, { disabled }) =>
      showToast({ title: disabled ? strings.disabledToast : strings.restoredToast }),
    onError: fail('Disabling a person'),
    onSettled: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  })
}

export function useApprove() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (staffId: string) => client.call(approveStaff, { params: { staffId } }),
    onSuccess: () => showToast({ title: strings.approvedToast }),
    onError: fail('Approving a person'),
    onSettled: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  })
}

export function useDisconnectPerson() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (staffId: string) => client.call(disconnectStaffIdentity, { params: { staffId } }),
    onSuccess: () => showToast({ title: strings.disconnectedToast }),
    onError: (error) => {
      if (!isUnconfirmed(error)) fail('Disconnecting a person')(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  })
}

export function useInvite() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => client.call(inviteStaff, { body: { email } }),
    onSettled: () => queries.invalidateQueries({ queryKey: INVITATIONS }),
  })
}

export function useWithdraw() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) =>
      client.call(withdrawInvitation, { params: { invitationId } }),
    onError: fail('Withdrawing an invitation'),
    onSettled: () => queries.invalidateQueries({ queryKey: INVITATIONS }),
  })
}
