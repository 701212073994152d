import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  listPersonalKeys,
  listProjects,
  USER_CODE_LETTERS,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { newPersonalKey, pollLogin, startLogin } from './testing/device-login.ts'

let person: Person
let projectId: string
beforeAll(async () => {
  person = await newStaff()
  projectId = await newProject(person)
})

const approve = (by: Person, userCode: string, projects = [projectId]) =>
  by.client.call(approveDeviceLogin, { body: { userCode, projectIds: projects } })

async function setLogin(deviceCode: string, change: string): Promise<void> {
  await withPlatform((on) =>
    on.query(`update device_login set ${change} where device_hash = $1`, [hashToken(deviceCode)]),
  )
}

describe('a device login', () => {
  test('ends as a read-only key for the chosen projects, which is returned once', async () => {
    const login = await startLogin('build server')
    expect(login.deviceCode).toMatch(/^[\w-]{43}$/)
    expect(login.userCode).toMatch(
      new RegExp(`^[${USER_CODE_LETTERS}]{4}-[${USER_CODE_LETTERS}]{4}$`),
    )
    expect(login.url.endsWith(`/device?code=${login.userCode}`)).toBe(true)
    const { login: shown } = await person.client.call(findDeviceLogin, {
      body: { userCode: login.userCode.toLowerCase().replace('-', ' ') },
    })
    expect(shown).toMatchObject({ name: 'build server', write: false, address: '127.0.0.1' })
    expect(Date.parse(shown.expiresOn) - Date.parse(shown.askedOn)).toBe(600_000)
    await approve(person, login.userCode)
    const answer = await pollLogin(login.deviceCode)
    expect(answer).toMatchObject({
      status: 'approved',
      secret: expect.stringMatching(/^plp_[\w-]{43}$/),
      email: person.email,
      readOnly: true,
      projectIds: [projectId],
    })
    expect(await expectApiError(pollLogin(login.deviceCode))).toMatchObject({ status: 404 })
    const { keys } = await person.client.call(listPersonalKeys)
    expect(keys).toEqual([
      expect.objectContaining({
        name: 'build server',
        readOnly: true,
        projects: [expect.objectContaining({ id: projectId })],
        createdFrom: '127.0.0.1',
        lastUsedOn: null,
      }),
    ])
  })

  test('stores no secret, and is audited and mailed', async () => {
    const owner = await newStaff()
    const project = await newProject(owner)
    const { deviceCode, userCode } = await startLogin()
    await owner.client.call(approveDeviceLogin, { body: { userCode, projectIds: [project] } })
    await pollLogin(deviceCode)
    const { entries, stored, notices } = await withPlatform(async (on) => ({
      entries: await on.query(
        `select action, key_id from audit where staff_id = $1 and entity = 'personal-key' order by id`,
        [owner.id],
      ),
      stored: await on.query('select * from personal_key where staff_id = $1', [owner.id]),
      notices: await on.query(
        `select about from notice where staff_id = $1 and kind = 'personal-key-created'`,
        [owner.id],
      ),
    }))
    expect(JSON.stringify(stored.rows)).not.toContain('plp_')
    expect(entries.rows).toEqual([
      { action: 'approved', key_id: null },
      { action: 'created', key_id: stored.rows[0].id },
    ])
    // A delivered notice is deleted.
    expect(notices.rows.map(({ about }) => about)).toEqual(
      notices.rows.length === 0 ? [] : ['"laptop", read-only'],
    )
  })

  test('is pending until a person decides, and slows down a program that polls too often', async () => {
    const { deviceCode, userCode } = await startLogin()
    expect(await pollLogin(deviceCode)).toEqual({ status: 'pending', intervalSeconds: 5 })
    expect(await pollLogin(deviceCode)).toEqual({ status: 'slow_down', intervalSeconds: 10 })
    await approve(person, userCode)
    expect(await pollLogin(deviceCode)).toEqual({ status: 'slow_down', intervalSeconds: 15 })
    await setLogin(deviceCode, `polled_at = now() - interval '15 seconds'`)
    expect(await pollLogin(deviceCode)).toMatchObject({ status: 'approved' })
  })

  test('two polls at once get one key', async () => {
    const { deviceCode, userCode } = await startLogin()
    await approve(person, userCode)
    const polls = await Promise.allSettled([pollLogin(deviceCode), pollLogin(deviceCode)])
    expect(polls.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('that has expired is neither shown, nor approved, nor turned into a key', async () => {
    const { deviceCode, userCode } = await startLogin()
    const approved = await startLogin()
    await approve(person, approved.userCode)
    for (const code of [deviceCode, approved.deviceCode]) {
      await setLogin(code, `expires_at = now() - interval '1 second'`)
      expect(await expectApiError(pollLogin(code))).toMatchObject({ status: 404 })
    }
    const found = person.client.call(findDeviceLogin, { body: { userCode } })
    expect(await expectApiError(found)).toMatchObject({ status: 404 })
    expect(await expectApiError(approve(person, userCode))).toMatchObject({ status: 404 })
  })

  test('is decided once, by one person', async () => {
    const { userCode } = await startLogin()
    await approve(person, userCode)
    const other = await newStaff()
    const theirs = await newProject(other)
    expect(await expectApiError(approve(other, userCode, [theirs]))).toMatchObject({ status: 404 })
    const denied = other.client.call(denyDeviceLogin, { body: { userCode } })
    expect(await expectApiError(denied)).toMatchObject({ status: 404 })
    expect(await expectApiError(approve(person, userCode))).toMatchObject({ status: 404 })
  })

  test('that is denied tells the program so', async () => {
    const { deviceCode, userCode } = await startLogin()
    await person.client.call(denyDeviceLogin, { body: { userCode } })
    const error = await expectApiError(pollLogin(deviceCode))
    expect(error).toMatchObject({ status: 403, message: 'The login was denied in the console.' })
  })

  test.each([
    {
      name: 'a project of others',
      projects: async () => [await newProject(await newStaff())],
      status: 404,
    },
    { name: 'no project', projects: async () => [], status: 422 },
  ])('is not approved for $name', async ({ projects, status }) => {
    const { userCode } = await startLogin()
    expect(await expectApiError(approve(person, userCode, await projects()))).toMatchObject({
      status,
    })
  })

  test('of a person who was disabled before the poll gives no key', async () => {
    const leaving = await newStaff()
    const project = await newProject(leaving)
    const { deviceCode, userCode } = await startLogin()
    await approve(leaving, userCode, [project])
    await withPlatform((on) =>
      on.query('update staff set disabled_at = now() where id = $1', [leaving.id]),
    )
    expect(await expectApiError(pollLogin(deviceCode))).toMatchObject({ status: 404 })
  })

  test('lets a person have fifty keys', async () => {
    const collector = await newStaff()
    const project = await newProject(collector)
    await newPersonalKey(collector, { projectIds: [project] })
    await withPlatform((on) =>
      on.query(
        `insert into personal_key (id, staff_id, name, token_hash, project_ids, read_only, created_from)
         select 'pky_' || $1 || n, $1, 'x', sha256(convert_to($1 || n, 'UTF8')), '{}', true, ''
         from generate_series(1, 49) as n`,
        [collector.id],
      ),
    )
    const approveNext = async () => approve(collector, (await startLogin()).userCode, [project])
    expect(await expectApiError(approveNext())).toMatchObject({ status: 409 })
    // An approved login that its device has not polled yet counts as a key.
    await withPlatform((on) =>
      on.query(`delete from personal_key where id = 'pky_' || $1 || '1'`, [collector.id]),
    )
    const answers = await Promise.allSettled([approveNext(), approveNext(), approveNext()])
    expect(answers.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
  })
})

test('a key that does not exist is refused, not taken for a guest', async () => {
  const error = await expectApiError(
    clientOf(`plp_${'x'.repeat(43)}`).call(listProjects, { query: {} }),
  )
  expect(error).toMatchObject({ status: 401, message: /plinth login/ })
})
