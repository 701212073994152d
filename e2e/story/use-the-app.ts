import { expect } from '@playwright/test'
import { createClient } from '@plinth/client'
import {
  createRow,
  getMe,
  listRows,
  refreshUser,
  signInUser,
  signUpUser,
  updateRow,
} from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

const ACCOUNT = { email: 'ada@example.com', password: 'a password of Ada' }
const people = { params: { table: 'shoppers' } }
const orders = { params: { table: 'orders' } }

function appOf({ product }: StoryContext, token: string | null) {
  return createClient({ baseUrl: product.address, token: () => token, warn: () => undefined })
}

/** Somebody signs up with the app, signs in and creates an order. */
async function orderAs(walk: StoryContext, environment: 'dev' | 'production'): Promise<string> {
  const query = { $projectId: walk.project.id, $environment: environment }
  const guest = appOf(walk, null)
  await guest.call(signUpUser, { ...people, query, body: ACCOUNT })
  const { token, user } = await guest.call(signInUser, { ...people, query, body: ACCOUNT })
  expect(user).toMatchObject({ email: ACCOUNT.email, verified: false })
  const app = appOf(walk, token)
  await app.call(createRow, { ...orders, body: { total: 1 } })
  expect((await app.call(listRows, orders)).data).toMatchObject([{ total: 1 }])
  expect((await guest.call(listRows, { ...orders, query })).data).toEqual([])
  return token
}

/** The app works on what was synced. */
export async function useTheApp(walk: StoryContext): Promise<void> {
  walk.appToken = await orderAs(walk, 'dev')
}

/** Whoever was signed in before the kill still is, and finds the row that was acknowledged. */
export async function goOnUsingTheApp(walk: StoryContext): Promise<void> {
  const app = appOf(walk, walk.appToken)
  const [order] = (await app.call(listRows, orders)).data
  const params = { ...orders.params, id: order?.id ?? '' }
  await app.call(updateRow, { params, body: { total: 2 } })
  const { token } = await app.call(refreshUser, people)
  expect((await appOf(walk, token).call(listRows, orders)).data).toMatchObject([{ total: 2 }])
  await expect(app.call(getMe)).rejects.toMatchObject({ status: 401 })
  walk.appToken = token
}

/** Production has the same tables and rules, and none of dev's people. */
export async function useTheAppInProduction(walk: StoryContext): Promise<void> {
  const token = await orderAs(walk, 'production')
  expect(token).not.toBe(walk.appToken)
  const query = { $projectId: walk.project.id, $environment: 'production' as const }
  const foreign = appOf(walk, walk.appToken)
  expect((await foreign.call(listRows, { ...orders, query })).data).toEqual([])
}
