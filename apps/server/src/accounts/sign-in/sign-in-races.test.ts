import { randomBytes } from 'node:crypto'
import { getDevUser, saveProfile, signIn } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { inOrder } from './testing/in-order.ts'

const enter = ({ email, password }: Person) => guest().call(signIn, { body: { email, password } })

const openSessions = (who: Person) =>
  withPlatform(async (on) => {
    const { rows } = await on.query(
      'select count(*)::int as count from session where staff_id = $1',
      [who.id],
    )
    return rows[0].count as number
  })

describe('a sign-in while its account is changed', () => {
  test('does not outlive the password that it proved (R29)', async () => {
    const who = await newStaff()
    const projectId = await newProject(who)
    const change = () =>
      who.client.call(saveProfile, {
        params: { projectId, userId: who.id },
        body: {
          email: who.email,
          first_name: 'Test',
          last_name: 'Person',
          currentPassword: who.password,
          password: `another ${randomBytes(12).toString('hex')}`,
        },
      })
    const [changed, entered] = await inOrder(who, [change, () => enter(who)])
    expect(changed?.status).toBe('fulfilled')
    expect(entered).toMatchObject({ status: 'rejected', reason: { status: 409 } })
    expect(await openSessions(who)).toBe(1)
  })

  const key = `insert into staff_passkey (id, staff_id, name, credential_id, public_key, counter, transports)
    values ('psk_race' || $1, $1, 'Key', sha256($1::text::bytea), '\\x00', 0, '{}')`
  test.each([
    ['is disabled', 'update staff set disabled_at = now() where id = $1'],
    ['gets its first second factor', key],
  ])('opens no session if it %s', async (_name, change) => {
    const who = await newStaff()
    const [entered] = await inOrder(who, [() => enter(who)], change)
    expect(entered).toMatchObject({ status: 'rejected', reason: { status: 409 } })
    expect(await openSessions(who)).toBe(1)
  })

  test('opens one if nothing that it proved has changed', async () => {
    const who = await newStaff()
    const renamed = `update staff set first_name = 'Other' where id = $1`
    const [entered] = await inOrder(who, [() => enter(who)], renamed)
    expect(entered?.status).toBe('fulfilled')
    const { token } = (entered as PromiseFulfilledResult<{ token: string }>).value
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(who.id)
    const again = { ...who, password: 'a wrong password' }
    expect((await expectApiError(enter(again))).status).toBe(401)
  })
})
