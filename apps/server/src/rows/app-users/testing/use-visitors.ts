import { randomUUID } from 'node:crypto'
import { createClient } from '@plinth/client'
import { createKey, type Database, type EnvironmentName, signInUser } from '@plinth/contract'
import { beforeAll } from 'vitest'
import { appConfiguration, newApp } from '../../../app/testing/app-tables.ts'
import { newStaff, type Person } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'

/** Wrong passwords per account and network in 15 minutes. */
export const ATTEMPTS = 5
export const WRONG = 'not the password'

/** What the server of an app sends besides the call itself. */
export interface Sender {
  address?: string
  serverKey?: string
  token?: string
  headers?: Record<string, string>
}

let networks = 0
/** An address in a network that no other test of the file uses. */
export function newAddress(): string {
  networks += 1
  return `198.18.${networks}.7`
}

export const newEmail = () => `${randomUUID()}@example.com`

/** A client on the server of an app. */
export function clientFor({ address = '', serverKey, token }: Sender) {
  return createClient({
    baseUrl: testServer().address,
    token: () => token ?? null,
    visitor: serverKey === undefined ? undefined : { address, serverKey },
    warn: () => undefined,
    retries: 0,
  })
}

export const statusOf = (call: Promise<unknown>): Promise<number | undefined> =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status,
  )

interface WantedKey {
  environment?: EnvironmentName
  canNameVisitors?: boolean
  who?: Person
  of?: string
}

/** Fixture of a test suite: an app whose server has a key that may name visitors. */
export function useVisitors(database: Database) {
  const app = {} as { owner: Person; projectId: string; serverKey: string }
  const make = ({ who = app.owner, of = app.projectId, ...wanted }: WantedKey = {}) =>
    who.client.call(createKey, {
      params: { projectId: of },
      body: {
        name: 'Shop',
        environment: 'dev',
        tables: wanted.canNameVisitors === false ? [{ table: 'people', operations: ['list'] }] : [],
        canNameVisitors: true,
        ...wanted,
      },
    })
  beforeAll(async () => {
    app.owner = await newStaff()
    app.projectId = await newApp(app.owner, appConfiguration(database))
    app.serverKey = (await make()).secret
  })
  const at = () => ({ params: { table: 'people' }, query: { $projectId: app.projectId } })
  const enter = (from: Sender, { email = newEmail(), password = WRONG } = {}) =>
    clientFor(from).call(signInUser, {
      ...at(),
      body: { email, password },
      headers: from.headers ?? {},
    })
  return { app, make, at, enter }
}
