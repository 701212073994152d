import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  listPersonalKeys,
} from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import {
  expectApiError,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { pollLogin, startLogin } from './testing/device-login.ts'

const approve = (by: Person, { userCode, project }: { userCode: string; project: string }) =>
  by.client.call(approveDeviceLogin, { body: { userCode, projectIds: [project] } })

describe('the login of a user code', () => {
  test('is not found by guessing: ten wrong codes an hour, then 429', async () => {
    const guesser = await newStaff()
    const guess = (userCode: string) =>
      expectApiError(guesser.client.call(findDeviceLogin, { body: { userCode } }))
    for (let wrong = 0; wrong < 10; wrong += 1) {
      expect(await guess('BBBB-BBBB')).toMatchObject({ status: 404 })
    }
    const { userCode } = await startLogin()
    expect(await guess(userCode)).toMatchObject({ status: 429 })
    await withPlatform((on) => on.query(`delete from rate_limit where key like 'user-code%'`))
  })

  test('that is approved again with the same Idempotency-Key counts as no wrong code', async () => {
    const repeating = await newStaff()
    const project = await newProject(repeating)
    const { userCode, deviceCode } = await startLogin()
    const send = (code: string, key = userCode) =>
      fetch(`${inject('server').address}/auth/device-login/approve`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${repeating.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ userCode: code, projectIds: [project] }),
      })
    for (let sent = 0; sent < 12; sent += 1) expect((await send(userCode)).status).toBe(200)
    expect(await pollLogin(deviceCode)).toMatchObject({ status: 'approved' })
    // The stored answer is of this code alone: under another key it is a wrong code, which counts.
    expect((await send('BBBB-BBBB')).status).toBe(422)
    for (let wrong = 0; wrong < 10; wrong += 1) {
      expect((await send(userCode, `again-${wrong}`)).status).toBe(404)
    }
    expect((await send(userCode, 'again')).status).toBe(429)
    await withPlatform((on) => on.query(`delete from rate_limit where key like 'user-code%'`))
  })

  test('is neither shown nor decided by a person who must set up a second factor first', async () => {
    const owing = await newStaff()
    const project = await newProject(owing)
    const { deviceCode, userCode } = await startLogin()
    const require = (isRequired: boolean) =>
      withPlatform((on) =>
        on.query(
          `with strict as (insert into organisation (id, name, two_factor_required)
            values ('org_' || $1, 'Strict', $2)
            on conflict (id) do update set two_factor_required = $2 returning id),
          moved as (update project set organisation_id = (select id from strict) where id = $3)
          update staff set organisation_id = (select id from strict) where id = $1`,
          [owing.id, isRequired, project],
        ),
      )
    await require(true)
    const calls = [
      () => owing.client.call(findDeviceLogin, { body: { userCode } }),
      () => approve(owing, { userCode, project }),
      () => owing.client.call(denyDeviceLogin, { body: { userCode } }),
    ]
    for (const call of calls) {
      expect(await expectApiError(call())).toMatchObject({
        status: 403,
        message: /requires two-factor authentication/,
      })
    }
    expect(await pollLogin(deviceCode)).toMatchObject({ status: 'pending' })
    expect((await owing.client.call(listPersonalKeys)).keys).toEqual([])
    await require(false)
    await approve(owing, { userCode, project })
  })
})
