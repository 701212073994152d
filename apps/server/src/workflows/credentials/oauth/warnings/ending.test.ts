import { describe, expect, test } from 'vitest'
import { ageToken as age, storedConnection as stored } from '../testing/oauth-place.ts'
import { pass, runSql, useWarnings } from '../testing/warning-place.ts'

const DAY = 86_400
const warnings = useWarnings('oauthWarn')
const { connected, create, callApi, place, service } = warnings
const { afterAllTasks, arrive, connectionOf, mailsTo, owner } = warnings

describe('the end of an authorization', () => {
  test.each([
    { name: 'that the service names', life: 3600, refreshLife: 30 * DAY, more: {} },
    {
      name: 'of a token without refresh',
      life: 30 * DAY,
      refreshLife: 0,
      more: { scope: 'contacts' },
    },
  ])('$name is shown and mailed once, seven days before', async ({ life, refreshLife, more }) => {
    await service().set({ life, refreshLife })
    const person = await owner()
    const { id, connection } = await connected(more)
    const days = (Date.parse(connection?.ends_at ?? '') - Date.now()) / 1000 / DAY
    expect(days).toBeCloseTo(30, 1)
    expect(connection).toMatchObject({ ends_soon: false, state: 'connected' })
    await pass(id, 22)
    expect(await connectionOf(id)).toMatchObject({ ends_soon: false })
    await pass(id, 2)
    expect(await connectionOf(id)).toMatchObject({ ends_soon: true, state: 'connected' })
    await arrive(person, { id, count: 1 })
    const [mail] = mailsTo(person, id)
    const { authorization_ends_at: end } = await stored(id)
    expect(mail?.text).toContain(`ends on ${end.toUTCString()}`)
    const { projectId } = place()
    expect(mail?.text).toContain(
      `/project/${projectId}/workflow?environment=dev&tab=credentials&credential=${id}`,
    )
    await pass(id, 1)
    await afterAllTasks(id)
    expect(mailsTo(person, id)).toHaveLength(1)
  })

  test('is not mailed ahead for an authorization of a few days, but shown', async () => {
    await service().set({ life: 2 * DAY })
    const person = await owner()
    const { id, connection } = await connected({ scope: 'contacts' })
    expect(connection).toMatchObject({ ends_soon: true, renews: false })
    expect(await stored(id)).toMatchObject({ warn_at: null })
    await runSql(
      `update credential_connection set expires_at = now(), authorization_ends_at = now()
       where credential_id = $1`,
      [id],
    )
    await arrive(person, { id, count: 1 })
    expect(mailsTo(person, id)[0]?.text).toContain('The authorization has ended.')
    expect(await connectionOf(id)).toMatchObject({ state: 'reconnect', ends_soon: false })
  })

  test('moves with each refresh of a service that prolongs it, without a mail', async () => {
    await service().set({ refreshLife: 30 * DAY })
    const person = await owner()
    const { id } = await connected()
    const first = await stored(id)
    await pass(id, 22)
    await age(id, 'ended')
    await callApi(id)
    const after = await stored(id)
    expect(Math.abs(after.warn_at - first.warn_at)).toBeLessThan(60_000)
    await afterAllTasks(id)
    expect(mailsTo(person, id)).toEqual([])
  })

  test('stays where the service names the rest of it at each refresh', async () => {
    await service().set({ refreshLife: 30 * DAY })
    const person = await owner()
    const { id } = await connected()
    await pass(id, 25)
    await arrive(person, { id, count: 1 })
    await service().set({ refreshLife: 5 * DAY })
    await age(id, 'ended')
    await callApi(id)
    expect(await stored(id)).toMatchObject({ warn_at: expect.any(Date) })
    expect(await connectionOf(id)).toMatchObject({ ends_soon: true })
    await afterAllTasks(id)
    expect(mailsTo(person, id)).toHaveLength(1)
  })

  test('of a client that signs in by itself is never announced', async () => {
    const { id } = await create({ authorizationUrl: '' })
    await callApi(id)
    expect(await stored(id)).toMatchObject({ authorization_ends_at: null, warn_at: null })
  })
})
