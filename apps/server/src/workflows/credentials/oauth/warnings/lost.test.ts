import { describe, expect, test } from 'vitest'
import { join, newStaff } from '../../../../app/testing/people.ts'
import { testServer } from '../../../../app/testing/test-server.ts'
import { addToOutbox } from '../../../../foundation/durable/outbox-store.ts'
import { openDatabase, type Transaction } from '../../../../foundation/platform/database.ts'
import { ageToken as age, storedConnection as stored } from '../testing/oauth-place.ts'
import { lose, runSql, startLooking, useWarnings } from '../testing/warning-place.ts'
import { openWarningLimit } from './warning-limit.ts'

const warnings = useWarnings('oauthLost')
const { begin, callApi, connected, create, finish, place, refusalOf, service } = warnings
const { afterAllTasks, arrive, connectionOf, mailsTo, owner, withdraw } = warnings

const aDayPasses = (id: string) =>
  runSql(
    `update credential_connection set last_loss_mail_at = last_loss_mail_at - interval '1 day'
     where credential_id = $1`,
    [id],
  )

/** Lets the access token and the authorization end. */
async function end(id: string) {
  await age(id, 'ended')
  await runSql(
    'update credential_connection set authorization_ends_at = expires_at where credential_id = $1',
    [id],
  )
}

/** Another process has looked many times, and the one mail stays. */
async function expectNoNewMail(person: { email: string }, id: string) {
  expect(await stored(id)).toMatchObject({ loss_mailed_at: null })
  await (await startLooking())()
  expect(await stored(id)).toMatchObject({ loss_mailed_at: null })
  await afterAllTasks(id)
  expect(mailsTo(person, id)).toHaveLength(1)
}

describe('a connection that is lost', () => {
  test('is mailed once after a real refusal, with what to do and nothing secret', async () => {
    const person = await owner()
    const { id } = await connected()
    await withdraw(id)
    await arrive(person, { id, count: 1 })
    const [mail] = mailsTo(person, id)
    expect(mail?.text).toContain('no longer works')
    expect(mail?.text).toContain('refused (invalid_grant)')
    expect(mail?.text).toContain('connect it again')
    expect(mail?.text).not.toContain('a secret of a test')
    const shown = await connectionOf(id)
    expect(shown).toMatchObject({ state: 'reconnect', ends_at: expect.any(String) })
  })

  test('is mailed again after it was connected again and lost again, a day after the last mail', async () => {
    const person = await owner()
    const { id } = await connected()
    await lose(id)
    await arrive(person, { id, count: 1 })
    await finish(id, await begin(id))
    await lose(id)
    await expectNoNewMail(person, id)
    await aDayPasses(id)
    await arrive(person, { id, count: 2 })
  })

  test('is mailed once a day where each refresh names an end in a second', async () => {
    await service().set({ refreshLife: 1 })
    const person = await owner()
    const { id } = await create({ authorizationUrl: '' })
    await callApi(id)
    await end(id)
    await arrive(person, { id, count: 1 })
    await callApi(id)
    expect(await stored(id)).toMatchObject({ loss_mailed_at: null })
    await end(id)
    await expectNoNewMail(person, id)
    await aDayPasses(id)
    await arrive(person, { id, count: 2 })
  })

  test('is not mailed to an address that the project has mailed a hundred times in a day', async () => {
    const { projectId } = place()
    const [mailed, other] = [await owner(), await owner()]
    const { databaseUrl: url } = testServer()
    const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
    const limit = openWarningLimit(db.pool)
    for (let mail = 0; mail < 99; mail += 1)
      expect(await limit.takeMail({ projectId, email: mailed.email })).toBe(true)
    const [last, beyond] = [(await connected()).id, (await connected()).id]
    await lose(last)
    await arrive(mailed, { id: last, count: 1 })
    await lose(beyond)
    await arrive(other, { id: beyond, count: 1 })
    await afterAllTasks(beyond)
    expect(mailsTo(mailed, beyond)).toEqual([])
    expect(await limit.takeMail({ projectId: 'prj_of_another', email: mailed.email })).toBe(true)
    await db.close()
  })

  test('is mailed once while other processes look, and not again by one that starts later', async () => {
    const person = await owner()
    const ids = [(await connected()).id, (await connected()).id]
    const processes = await Promise.all([startLooking(), startLooking()])
    for (const id of ids) await lose(id)
    await Promise.all(processes.map((look) => look()))
    for (const id of ids) await arrive(person, { id, count: 1 })
    const later = await startLooking()
    await later()
    for (const id of ids) await afterAllTasks(id)
    for (const id of ids) expect(mailsTo(person, id)).toHaveLength(1)
  })

  test('is mailed to owners and to the person who connected it, not to others', async () => {
    const { projectId } = place()
    const [boss, developer, left, disabled, connector] = [
      await owner(),
      await newStaff(),
      await owner(),
      await owner(),
      await newStaff(),
    ]
    for (const person of [developer, connector])
      await join(person, { projectId, role: 'developer' })
    const { id } = await connected()
    await runSql('update credential_connection set connected_by = $2 where credential_id = $1', [
      id,
      connector.id,
    ])
    await runSql('delete from membership where staff_id = $1', [left.id])
    await runSql('update staff set disabled_at = now() where id = $1', [disabled.id])
    await lose(id)
    for (const person of [boss, connector]) await arrive(person, { id, count: 1 })
    await afterAllTasks(id)
    for (const person of [developer, left, disabled]) expect(mailsTo(person, id)).toEqual([])
  })

  test('is not mailed to a person who left while the mail waited, or after it was repaired', async () => {
    const person = await owner()
    const { id } = await connected()
    const { databaseUrl: url } = testServer()
    const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
    const enqueue = (key: string) =>
      db.transaction((transaction: Transaction) =>
        addToOutbox(transaction, { topic: 'sendCredentialWarning', key }),
      )
    // Connected: the mail of an earlier loss comes too late.
    await enqueue(`lost/${id}/${person.id}`)
    await enqueue(`ending/${id}/${person.id}`)
    const stranger = await newStaff()
    await lose(id)
    await enqueue(`lost/${id}/${stranger.id}`)
    await enqueue(`lost/crd_none/${person.id}`)
    await arrive(person, { id, count: 1 })
    await afterAllTasks(id)
    expect(mailsTo(stranger, id)).toEqual([])
    await db.close()
  })

  test('is not mailed before it was ever connected', async () => {
    const person = await owner()
    const { id } = await create({ authorizationUrl: '', clientSecret: 'wrong' })
    await refusalOf(id)
    expect(await stored(id)).toMatchObject({ access_token: null, refused_at: expect.any(Date) })
    const other = (await connected()).id
    await lose(other)
    await arrive(person, { id: other, count: 1 })
    expect(mailsTo(person, id)).toEqual([])
  })
})
