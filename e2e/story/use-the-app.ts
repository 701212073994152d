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

/** An app user signs up, signs in and creates an order. */
async function orderAs(story: StoryContext, environment: 'dev' | 'production'): Promise<string> {
  const query = { $projectId: story.project.id, $environment: environment }
  const guest = appOf(story, null)
  await guest.call(signUpUser, { ...people, query, body: ACCOUNT })
  const { token, user } = await guest.call(signInUser, { ...people, query, body: ACCOUNT })
  expect(user).toMatchObject({ email: ACCOUNT.email, verified: false })
  const app = appOf(story, token)
  await app.call(createRow, { ...orders, body: { total: 1 } })
  expect((await app.call(listRows, orders)).data).toMatchObject([{ total: 1 }])
  expect((await guest.call(listRows, { ...orders, query })).data).toEqual([])
  return token
}

/** Uses the app on the synced tables. */
export async function useTheApp(story: StoryContext): Promise<void> {
  story.appToken = await orderAs(story, 'dev')
}

/** The session from before the kill is still valid, and the acknowledged row exists. */
export async function goOnUsingTheApp(story: StoryContext): Promise<void> {
  const app = appOf(story, story.appToken)
  const [order] = (await app.call(listRows, orders)).data
  const params = { ...orders.params, id: order?.id ?? '' }
  await app.call(updateRow, { params, body: { total: 2 } })
  const { token } = await app.call(refreshUser, people)
  expect((await appOf(story, token).call(listRows, orders)).data).toMatchObject([{ total: 2 }])
  await expect(app.call(getMe)).rejects.toMatchObject({ status: 401 })
  story.appToken = token
}

/** Production has the same tables and rules, but none of dev's users. */
export async function useTheAppInProduction(story: StoryContext): Promise<void> {
  const token = await orderAs(story, 'production')
  expect(token).not.toBe(story.appToken)
  const query = { $projectId: story.project.id, $environment: 'production' as const }
  const foreign = appOf(story, story.appToken)
  expect((await foreign.call(listRows, { ...orders, query })).data).toEqual([])
}
