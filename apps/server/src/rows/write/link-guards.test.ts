import { Configuration, type Database } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp, type SignedUp, signUp } from '../../app/testing/app-tables.ts'
import { newStaff, type Person } from '../../app/testing/people.ts'

/** Update rules of a table whose relation `holder` is written from the other side. */
const RULES = [
  { name: 'free', rule: '@request.auth.id != ""', status: 200 },
  { name: 'other', rule: '@request.body.title:isset = false', status: 200 },
  { name: 'sent', rule: '@request.body.holder:isset = false', status: 422 },
  { name: 'same', rule: '@request.body.holder:changed = false', status: 422 },
  { name: 'empty', rule: '@request.body.holder = null', status: 422 },
  { name: 'old', rule: '@request.old.title != "locked"', status: 422 },
]
const KINDS = [
  { kind: 'join', many: true },
  { kind: 'key', many: false },
]
const CASES = KINDS.flatMap(({ kind, many }) =>
  RULES.map(({ name, rule, status }) => ({ table: `${kind}_${name}`, many, rule, status })),
)

/** People, who may change their own row, and a table for each case that belongs to them. */
function guardedConfiguration(database: Database): Configuration {
  const { tables, ...rest } = appConfiguration(database)
  const [people, ...others] = tables
  const open = { list: 'true', view: 'true' }
  const back = CASES.map(({ table, many }) => ({
    id: `p_${table}`,
    name: `of_${table}`,
    type: 'relation',
    options: {
      ...{ tableId: table, columnId: `${table}_holder`, backColumnName: 'holder' },
      ...{ hasMultiple: true, hasMultipleBack: many },
    },
  }))
  const guarded = CASES.map(({ table, many, rule }) => ({
    id: table,
    name: table,
    columns: [
      { id: `${table}_title`, name: 'title', type: 'text' },
      {
        id: `${table}_holder`,
        name: 'holder',
        type: 'relation',
        options: {
          ...{ tableId: 'people', columnId: `p_${table}`, backColumnName: `of_${table}` },
          ...{ isParent: true, hasMultiple: many, hasMultipleBack: true },
        },
      },
    ],
    rules: { ...open, update: rule },
  }))
  return Configuration.parse({
    ...rest,
    tables: [
      {
        ...people,
        columns: [...(people?.columns ?? []), ...back],
        rules: { ...open, create: 'true', update: 'id = @request.auth.id' },
      },
      ...others,
      ...guarded,
    ],
  })
}

/** A rule that guards a field must also hold when the field is written from the other side. */
describe.each(['postgres', 'sqlite3'] as const)('links from the other side, on %s', (database) => {
  let owner: Person
  let projectId: string
  let ann: SignedUp

  async function send(
    method: string,
    path: string,
    { token, body }: { token: string; body?: object },
  ): Promise<{ status: number; data: Record<string, unknown> }> {
    const url = `${inject('server').address}/api/data/${path}?$projectId=${projectId}&$version=v2`
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data = {} } = (await answer.json()) as { data?: Record<string, unknown> }
    return { status: answer.status, data }
  }

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newApp(owner, guardedConfiguration(database))
    ann = await signUp(projectId)
  })

  test.each(CASES)('$table with $rule: $status', async ({ table, many, status }) => {
    const holds = async (id: string) => {
      const { data } = await send('GET', `${table}/${id}`, { token: owner.token })
      return JSON.stringify(data.holder).includes(ann.user.id)
    }
    const create = async (holder: string[] | string | null) => {
      const body = { title: 'a', holder }
      return String((await send('POST', table, { token: owner.token, body })).data.id)
    }
    const change = (ids: string[]) =>
      send('PATCH', `people/${ann.user.id}`, {
        token: ann.token,
        body: { [`of_${table}`]: ids },
      })
    const held = await create(many ? [ann.user.id] : ann.user.id)
    const free = await create(many ? [] : null)
    expect((await change([held, free])).status).toBe(status)
    expect(await holds(free)).toBe(status === 200)
    expect((await change([])).status).toBe(status)
    expect([await holds(held), await holds(free)]).toEqual([status !== 200, false])
  })
})
