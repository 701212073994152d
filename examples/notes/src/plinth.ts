import { createClient, createData, createUsers } from '@plinth/client'
import { createDataHooks, createQueryClient } from '@plinth/client/react'
import { type Tables, tables } from './plinth-types.ts'
import { keepToken, readToken } from './session.ts'

const projectId: string = import.meta.env.VITE_PROJECT_ID ?? ''
export const hasProject = projectId !== ''

const client = createClient({
  // In development Vite proxies the calls; a built app calls Plinth directly.
  baseUrl: import.meta.env.DEV ? '' : (import.meta.env.VITE_PLINTH_URL ?? ''),
  token: readToken,
  onUnauthenticated: () => keepToken(null),
})
const data = createData<Tables>({ client, projectId, tables })

export const queries = createQueryClient()
export const users = createUsers<Tables['users']['row']>({ client, projectId, table: 'users' })
export const { useRows, useCreateRow, useUpdateRow, useDeleteRow, useCurrentUser } =
  createDataHooks(data)
export type Note = Tables['notes']['row']
