import { test as base, expect, type Page } from '@playwright/test'
import { type Client, createClient } from '@plinth/client'
import { createProject, signIn } from '@plinth/contract'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { ADMIN } from '../../faults/stack/stack.ts'
import { type Account, addStaff, openPlatform } from './platform.ts'
import { product } from './product.ts'
import { watchContext } from './watch-context.ts'

export type Who = 'nobody' | 'staff' | 'admin'

/** The signed-in user, with a client that uses their session. */
export interface Person extends Account {
  token: string
  client: Client
}

interface Options {
  /** `staff` is a new user per test, who sees only their own projects. */
  who: Who
}

interface Fixtures {
  me: Person
  /** A project of the signed-in user. */
  project: { id: string; name: string }
  /** Errors that no page may cause; must be empty at the end of each test. */
  trouble: string[]
  /** Closes what a test opened beside its own context, so that no page runs on beside later tests. */
  otherContexts: undefined
}

function clientOf(token: string | null): Client {
  return createClient({ baseUrl: product().address, token: () => token })
}

/** Signs a user in over the API, in a new session. */
export async function enter(account: Account): Promise<Person> {
  const { email, password } = account
  const { token } = await clientOf(null).call(signIn, { body: { email, password } })
  return { ...account, token, client: clientOf(token) }
}

async function theAdmin(db: Database): Promise<Account> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from staff where email = ${ADMIN.email}`,
  )
  return { id: row?.id ?? '', ...ADMIN }
}

let names = 0

/** A unique name. */
export function freshName(words: string): string {
  names += 1
  return `${words} ${process.env.TEST_WORKER_INDEX}-${names}`
}

/** Creates a project with its databases over the API. */
export async function newProject(person: Person, name = freshName('Project')) {
  const body = { cloned: false, name } as const
  const { projectId } = await person.client.call(createProject, { body })
  return { id: projectId, name }
}

export const test = base.extend<Options & Fixtures, { platform: Database }>({
  who: ['staff', { option: true }],
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern
    async ({}, use) => {
      const db = openPlatform(product().databaseUrl)
      await use(db)
      await db.close()
    },
    { scope: 'worker' },
  ],
  me: async ({ who, platform }, use) => {
    const account = who === 'admin' ? await theAdmin(platform) : await addStaff(platform)
    await use(await enter(account))
  },
  project: async ({ me }, use) => use(await newProject(me)),
  storageState: async ({ who, me }, use) => {
    const localStorage = who === 'nobody' ? [] : [{ name: 'token', value: me.token }]
    await use({ cookies: [], origins: [{ origin: product().address, localStorage }] })
  },
  trouble: [
    async ({ context }, use) => {
      const trouble = await watchContext(context, product().address)
      await use(trouble)
      expect(trouble, 'no page may cause any of these').toEqual([])
    },
    { auto: true },
  ],
  otherContexts: [
    async ({ browser, context }, use) => {
      await use(undefined)
      const others = browser.contexts().filter((one) => one !== context)
      await Promise.all(others.map((one) => one.close()))
    },
    { auto: true },
  ],
})

/** The project's row in the list. */
export function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
}

export { expect }
