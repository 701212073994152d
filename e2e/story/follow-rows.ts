import { expect } from '@playwright/test'
import { createData, type LiveState } from '@plinth/client'
import { openData, selectTable } from '../schema-editor/data-steps.ts'
import type { StoryContext } from './story-context.ts'

async function customersOf(story: StoryContext) {
  return createData({ client: await story.client(), projectId: story.project.id }).table(
    'customers',
  )
}

const firstRow = (page: StoryContext['page']) => page.locator('[data-row="0"]')

const isLive = (page: StoryContext['page']) =>
  expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()

/** The grid and a program follow a live table: a row comes, changes and goes without a reload. */
export async function followRows(story: StoryContext): Promise<void> {
  const { page, project, followed } = story
  await openData(page, project)
  await selectTable(page, 'customers')
  await isLive(page)
  const customers = await customersOf(story)
  await new Promise<void>((resolve, reject) => {
    const onState = (state: LiveState) => (state === 'live' ? resolve() : undefined)
    story.endFollowing = customers.subscribe({ onState, onError: reject }, ({ type, row }) =>
      followed.push(`${type} ${row?.name ?? ''}`.trim()),
    )
  })
  const { id } = await customers.create({ name: 'Grace' })
  await expect(firstRow(page)).toContainText('Grace')
  await customers.update({ id, name: 'Grace Hopper' })
  await expect(firstRow(page)).toContainText('Grace Hopper')
  await customers.remove(id)
  await expect(firstRow(page)).toContainText('Ada')
  await expect.poll(() => followed).toEqual(['create Grace', 'update Grace Hopper', 'delete'])
}

/** After all processes were killed, the same subscriptions go on, and nothing was missed. */
export async function goOnFollowing(story: StoryContext): Promise<void> {
  const { page, project, followed } = story
  const before = followed.length
  const customers = await customersOf(story)
  const { id } = await customers.create({ name: 'Mary' })
  await expect.poll(() => followed.slice(before)).toEqual(['create Mary'])
  await openData(page, project)
  await selectTable(page, 'customers')
  await expect(firstRow(page)).toContainText('Mary')
  await customers.remove(id)
  await expect(firstRow(page)).toContainText('Ada')
  await expect.poll(() => followed.slice(before)).toEqual(['create Mary', 'delete'])
  story.endFollowing()
}
