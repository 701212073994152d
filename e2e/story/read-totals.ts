import { expect } from '@playwright/test'
import { createRow, listRows } from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

const totals = { params: { table: 'totals' } }

/** A query that reads outside the project's tables. */
const OUTSIDE = {
  postgres: `select pg_read_file('/etc/hostname') as id`,
  sqlite3: 'select name as id from sqlite_master',
} as const

async function readIn({ client, project }: StoryContext, environment: 'dev' | 'production') {
  const query = { $projectId: project.id, $environment: environment }
  return (await (await client()).call(listRows, { ...totals, query })).data
}

/** A Computed table can be read; a raw query can read only the project's tables. */
export async function readTotals(story: StoryContext): Promise<void> {
  expect(await readIn(story, 'dev')).toMatchObject([{ total: 1 }])
  const staff = await story.client()
  const ask = (text: string) =>
    staff.call(createRow, {
      params: { table: 'orders' },
      query: { $projectId: story.project.id },
      body: { query: text },
    })
  expect(await ask('select count(*) as n from totals')).toMatchObject({ data: [{ n: 1 }] })
  await expect(ask(OUTSIDE[story.product.engine])).rejects.toMatchObject({ status: 400 })
}

/** The Computed table reads production's own rows there. */
export async function readTotalsInProduction(story: StoryContext): Promise<void> {
  expect(await readIn(story, 'production')).toMatchObject([{ total: 1 }])
}
