import { randomUUID } from 'node:crypto'
import {
  deployDatabase,
  type EnvironmentName,
  eraseAppUser,
  exportAppUser,
  getMe,
  listAudit,
  planAppUserErasure,
  signUpUser,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { send } from '../testing/shelf.ts'
import { newPersonApp, uploadPaper } from './testing/new-person-app.ts'

interface Asked {
  who?: Person
  environment?: EnvironmentName
  tableId?: string
}

describe.each(['sqlite3', 'postgres'] as const)('the data of one person on %s', (database) => {
  let owner: Person
  let developer: Person
  let projectId: string
  beforeAll(async () => {
    ;({ owner, developer, projectId } = await newPersonApp(database))
  })
  const place = { environment: 'dev', tableId: 'people' } as const

  async function add(table: string, body: object): Promise<string> {
    const query = { $projectId: projectId }
    const made = await send('POST', table, { token: owner.token, query, body })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return (made.body.data as { id: string }).id
  }
  const has = async (table: string, id: string) => {
    const query = { $projectId: projectId }
    return (await send('GET', `${table}/${id}`, { token: owner.token, query })).body.data
  }
  const upload = (userId: string, text: string) => uploadPaper({ projectId, owner, userId, text })
  /** A user with a note that has a comment, and a task; and the same of another user. */
  async function newPerson() {
    const user = await signUp(projectId, { nick: `nick ${randomUUID()}` })
    const { id } = user.user
    const note = await add('notes', { title: `of ${id}`, author: id, inner: `inner of ${id}` })
    const comment = await add('comments', { text: 'Yes', note })
    const task = await add('tasks', { title: 'Do it', owner: id })
    return { ...user, id, note, comment, task }
  }
  const save = (userId: string, { who = owner, ...more }: Asked = {}) =>
    who.client.download(exportAppUser, {
      params: { projectId, userId },
      query: { ...place, ...more },
    })
  const read = async (blob: Blob) => JSON.parse(await blob.text())
  const plan = (userId: string, { who = owner, ...more }: Asked = {}) =>
    who.client.call(planAppUserErasure, {
      params: { projectId, userId },
      query: { ...place, ...more },
    })
  const erase = (
    userId: string,
    confirmed: { email: string; deletes: number },
    { who = owner, ...more }: Asked = {},
  ) =>
    who.client.call(eraseAppUser, {
      params: { projectId, userId },
      body: { ...place, ...more, ...confirmed },
    })

  test('exports the row, related rows, files and sessions, and nothing hidden or hashed', async () => {
    const person = await newPerson()
    const other = await newPerson()
    const secret = `secret ${randomUUID()}`
    const query = { $projectId: projectId }
    await send('PATCH', `people/${person.id}`, {
      token: owner.token,
      query,
      body: { secret },
    })
    await upload(person.id, 'A paper.')
    const blob = await save(person.id)
    const text = await blob.text()
    const file = JSON.parse(text)
    expect(file).toMatchObject({
      format: 'plinth-user-1',
      table: 'people',
      complete: true,
      account: { email: person.email },
      approvals: [],
      user: { id: person.id, email: person.email },
    })
    expect(file.account.sessions).toHaveLength(1)
    const rows = (table: string) =>
      file.related.find((one: { table: string }) => one.table === table).rows
    expect(rows('notes')).toMatchObject([{ id: person.note, title: `of ${person.id}` }])
    expect(rows('tasks')).toMatchObject([{ id: person.task }])
    expect(file.files).toMatchObject([{ table: 'people', field: 'paper', fileName: 'paper.txt' }])
    expect(Buffer.from(file.files[0].content, 'base64').toString()).toBe('A paper.')
    expect(file.leftOut).toEqual(
      expect.arrayContaining([
        { what: 'people.secret', reason: 'hidden field' },
        { what: 'people.password', reason: 'hashed field' },
        { what: 'notes.inner', reason: 'hidden field' },
      ]),
    )
    for (const hidden of [secret, `inner of ${person.id}`, 'argon2', other.id, other.email]) {
      expect(text).not.toContain(hidden)
    }
    const { entries } = await owner.client.call(listAudit, {
      params: { projectId },
      query: { area: 'app-user' },
    })
    expect(entries[0]).toMatchObject({ action: 'exported', entity_id: person.id })
  })

  test('a cell that names the file of another user exports no file', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    await upload(other.id, 'Of another user.')
    const { user } = await read(await save(other.id))
    // Staff may not save such a cell, so the record of the file is moved instead.
    await withPlatform((on) =>
      on.query(`update upload set row_id = $1 where key = $2`, [one.id, user.paper.fileKey]),
    )
    const file = await read(await save(other.id))
    expect(file.files).toEqual([])
    expect(file).toMatchObject({ complete: false })
    expect(file.leftOut).toContainEqual({
      what: 'file paper.txt of people.paper',
      reason: 'not stored',
    })
  })

  test('erases the account and the rows that need it, and unlinks the others', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const { plan: planned } = await plan(person.id)
    expect(planned).toMatchObject({ email: person.email, deletes: 3, sessions: 1 })
    expect(planned.rows).toEqual([
      { table: 'notes', field: 'author', rows: 1, effect: 'deleted' },
      { table: 'comments', field: 'note', rows: 1, effect: 'deleted' },
      { table: 'tasks', field: 'owner', rows: 1, effect: 'unlinked' },
    ])
    const { erased } = await erase(person.id, { email: person.email.toUpperCase(), deletes: 3 })
    expect(erased).toEqual(planned)
    expect((await expectApiError(clientOf(person.token).call(getMe))).status).toBe(401)
    expect(await has('people', person.id)).toBeUndefined()
    expect(await has('notes', person.note)).toBeUndefined()
    expect(await has('comments', person.comment)).toBeUndefined()
    expect(await has('tasks', person.task)).toMatchObject({ id: person.task, owner: null })
    for (const [table, id] of [
      ['people', other.id],
      ['notes', other.note],
      ['comments', other.comment],
    ] as const) {
      expect(await has(table, id)).toMatchObject({ id })
    }
    expect((await clientOf(other.token).call(getMe)).user.id).toBe(other.id)
    const audit = async (area: string) =>
      (await owner.client.call(listAudit, { params: { projectId }, query: { area } })).entries
    const [entry] = await audit('app-user')
    expect(entry).toMatchObject({ action: 'erased', entity_id: person.id })
    expect(JSON.stringify(entry)).not.toContain(person.email)
    const text = JSON.stringify(await audit('row'))
    expect(text).toContain(person.note)
    for (const value of [`of ${person.id}"`, person.email]) expect(text).not.toContain(value)
    expect((await expectApiError(erase(person.id, { email: '', deletes: 3 }))).status).toBe(404)
  })

  test('refuses another address, an outdated plan, and a missing proof', async () => {
    const person = await newPerson()
    const { plan: planned } = await plan(person.id)
    const { deletes } = planned
    const wrong = await expectApiError(erase(person.id, { email: 'x@example.com', deletes }))
    expect(wrong).toMatchObject({ status: 422, details: [{ path: 'email' }] })
    await add('notes', { title: 'Another', author: person.id })
    const confirmed = { email: person.email, deletes }
    const stale = await expectApiError(erase(person.id, confirmed))
    expect(stale.status).toBe(409)
    await withPlatform((on) =>
      on.query(`update session set proved_at = now() - interval '11 minutes' where staff_id = $1`, [
        owner.id,
      ]),
    )
    const proofless = await expectApiError(erase(person.id, { ...confirmed, deletes: deletes + 1 }))
    expect(proofless.code).toBe('reauthenticate')
    expect(await has('people', person.id)).toMatchObject({ id: person.id })
  })

  test('only owners export and erase, in production only admins, and foreign rows stay', async () => {
    const person = await newPerson()
    const admin = await theAdmin()
    const stranger = await newStaff()
    const elsewhere = await newPersonApp(database)
    const confirmed = { email: person.email, deletes: 3 }
    const all = (id: string, asked: Asked) => [
      save(id, asked),
      plan(id, asked),
      erase(id, confirmed, asked),
    ]
    const expectStatus = async (calls: readonly Promise<unknown>[], status: number) => {
      const errors = await Promise.all(calls.map(expectApiError))
      expect(errors.map((error) => error.status)).toEqual(calls.map(() => status))
    }
    await expectStatus(all(person.id, { who: developer }), 403)
    await expectStatus(all(person.id, { who: stranger }), 404)
    await expectStatus(all(person.id, { who: elsewhere.owner }), 404)
    for (const tableId of ['notes', 'nobody'])
      await expectStatus(all(person.id, { who: admin, tableId }), 404)
    await expectStatus(all(person.note, { who: admin }), 404)
    await expectStatus(all(randomUUID(), { who: admin }), 404)
    await admin.client.call(deployDatabase, { params: { projectId } })
    const production = { environment: 'production' } as const
    const { user } = await guest().call(signUpUser, {
      params: { table: 'people' },
      query: { $projectId: projectId, $environment: 'production' },
      body: { email: person.email, password: 'a password of a user' },
    })
    await expectStatus(all(user.id, { ...production, who: owner }), 403)
    await expectStatus(all(user.id, { ...production, who: developer }), 403)
    const { plan: planned } = await plan(user.id, { ...production, who: admin })
    const inProduction = { ...production, who: admin }
    expect((await read(await save(user.id, inProduction))).environment).toBe('production')
    await erase(user.id, { email: person.email, deletes: planned.deletes }, inProduction)
    // The person in dev is another account.
    expect(await has('people', person.id)).toMatchObject({ id: person.id })
  })
})
