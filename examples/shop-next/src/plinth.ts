import { createClient, createData, createUsers } from '@plinth/client'
import { cookieStore, visitorOf } from '@plinth/client/next'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { type Tables, tables } from './plinth-types.ts'
import { setting } from './setting.ts'

export type Product = Tables['products']['row']
export type Order = Tables['orders']['row']

/** A client with the session of the request: for server components and server actions. */
export async function plinth() {
  const session = cookieStore(await cookies())
  const visitor = visitorOf(await headers(), {
    proxies: Number(process.env.TRUSTED_PROXIES ?? 0),
    serverKey: setting('PLINTH_SERVER_KEY'),
  })
  const baseUrl = setting('PLINTH_URL')
  const client = createClient({ baseUrl, session, visitor, warn: () => undefined })
  const projectId = setting('PLINTH_PROJECT_ID')
  return {
    session: session.get(),
    users: createUsers<Tables['users']['row']>({ client, projectId, table: 'users' }),
    data: createData<Tables>({ client, projectId, tables }),
  }
}

/** The signed-in user, read once per request; null for guests and after the session has ended. */
export const currentUser = cache(async () => {
  const { session, data } = await plinth()
  if (!session) return null
  // The page itself shows an error if Plinth does not answer.
  return data
    .table('users')
    .getOne(session.userId)
    .catch(() => null)
})
