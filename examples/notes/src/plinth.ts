import { createClient, createData, createUsers, localStorageStore } from '@plinth/client'
import { createDataHooks, createQueryClient, useSession } from '@plinth/client/react'
import { type Tables, tables } from './plinth-types.ts'

const projectId: string = import.meta.env.VITE_PROJECT_ID ?? ''
export const hasProject = projectId !== ''

/** The client stores the session here and refreshes it. */
const session = localStorageStore()

const client = createClient({
  // In development Vite proxies the calls; a built app calls Plinth directly.
  baseUrl: import.meta.env.DEV ? '' : (import.meta.env.VITE_PLINTH_URL ?? ''),
  session,
})
const data = createData<Tables>({ client, projectId, tables })

export const queries = createQueryClient()
export const users = createUsers<Tables['users']['row']>({ client, projectId, table: 'users' })
export const { useRows, useCreateRow, useUpdateRow, useDeleteRow, useCurrentUser } =
  createDataHooks(data)
export const useIsSignedIn = () => useSession(session) !== null
export type Note = Tables['notes']['row']
