import { expect } from '@playwright/test'
import { createRow, listRows } from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

const totals = { params: { table: 'totals' } }

/** A query that reads outside the project's own tables. */
const OUTSIDE = {
  postgres: `select pg_read_file('/etc/hostname') as id`,
  sqlite3: 'select name as id from sqlite_master',
} as const

async function readIn({ client, project }: StoryContext, environment: 'dev' | 'production') {
  const query = { $projectId: project.id, $environment: environment }
  return (await (await client()).call(listRows, { ...totals, query })).data
}

/** A SELECT is read as a table; a query that staff write reads the project's tables and nothing else. */
export async function readTotals(walk: StoryContext): Promise<void> {
  expect(await readIn(walk, 'dev')).toMatchObject([{ total: 1 }])
  const staff = await walk.client()
  const ask = (text: string) =>
    staff.call(createRow, {
      params: { table: 'orders' },
      query: { $projectId: walk.project.id },
      body: { query: text },
    })
  expect(await ask('select count(*) as n from totals')).toMatchObject({ data: [{ n: 1 }] })
  await expect(ask(OUTSIDE[walk.product.engine])).rejects.toMatchObject({ status: 400 })
}

/** The table is in production too, over production's own rows. */
export async function readTotalsInProduction(walk: StoryContext): Promise<void> {
  expect(await readIn(walk, 'production')).toMatchObject([{ total: 1 }])
}
