import { randomBytes } from 'node:crypto'
import { deployDatabase, getProject, getUsage } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { theAdmin } from '../../app/testing/people.ts'
import { hard, setBudget, soft } from '../../projects/budgets/testing/set-budget.ts'
import {
  putOffMeasurement,
  requestMeasurement,
} from '../../projects/usage/testing/request-measurement.ts'
import { ALBUM, PNG, useAlbum } from '../files/testing/use-album.ts'
import { send } from '../testing/shelf.ts'

/** The photos with a field for large values. */
const TABLES = ALBUM.map((table) =>
  table.id === 'photos'
    ? { ...table, columns: [...table.columns, { id: 'p_note', name: 'note', type: 'json' }] }
    : table,
)

describe.each(['sqlite3', 'postgres'] as const)('storage on %s', (database) => {
  const full = useAlbum(database)
  const neighbour = useAlbum(database)
  type Album = typeof full

  const post = (album: Album, body: object = {}, headers: Record<string, string> = {}) =>
    send('POST', 'photo', {
      query: { $projectId: album.projectId() },
      body: { isOpen: true, ...body },
      headers,
    })
  const idOf = ({ body }: Awaited<ReturnType<typeof post>>) => (body.data as { id: string }).id
  let token: string
  async function importRows(album: Album, lines: number, dryRun = false) {
    const query = new URLSearchParams({
      $projectId: album.projectId(),
      ...(dryRun && { dryRun: 'true' }),
    })
    const answer = await fetch(`${inject('server').address}/api/data/photo/import?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: Array.from({ length: lines }, () => '{"isOpen":true}\n').join(''),
    })
    await answer.text()
    return answer.status
  }
  async function usageOf(album: Album) {
    const { client } = await theAdmin()
    const params = { projectId: album.projectId() }
    const { usage } = await client.call(getUsage, { params })
    const used = new Map(usage.kinds.map(({ kind, used }) => [kind, used]))
    return { ...usage, used }
  }
  /** Asks for a measurement now instead of after the pause, and waits until later changes count in addition. */
  async function measured(album: Album) {
    const requestedAt = await eventually(() => requestMeasurement(album.projectId()))
    const at = await eventually(async () => {
      const { measuredOn } = await usageOf(album)
      const time = measuredOn === null ? 0 : Date.parse(measuredOn)
      return time > requestedAt.getTime() && time
    }, 30_000)
    await putOffMeasurement(album.projectId())
    // What was counted before is flushed by then.
    await eventually(async () => Date.now() > at + 2_000)
    return usageOf(album)
  }

  beforeAll(async () => {
    token = (await theAdmin()).token
    // The first rows, so that both projects have been measured.
    for (const album of [full, neighbour]) {
      await album.sync(TABLES)
      expect((await post(album)).status).toBe(200)
      await measured(album)
    }
  }, 90_000)

  test('refuses rows over the budget with 507, and none of another project', async () => {
    await setBudget(full.projectId(), { rows: hard(4) })
    const made = [await post(full), await post(full), await post(full)]
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = await post(full)
    expect(refused.status).toBe(507)
    expect(refused.body.error).toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining('at its budget of 4 rows. Delete rows, or ask an admin'),
      details: { budget: 'rows', limit: 4 },
    })
    expect((await post(neighbour)).status).toBe(200)
    // Rows are changed and deleted as before.
    const [first, second] = made.map(idOf)
    const query = { $projectId: full.projectId() }
    const updated = await send('PUT', `photo/${first}`, { query, body: { title: 'x' } })
    expect(updated.status).toBe(200)
    expect((await send('GET', 'photo', { query })).status).toBe(200)
    expect((await send('DELETE', `photo/${second}`, { query })).status).toBe(200)
    expect((await post(full)).status).toBe(200)
    expect((await post(full)).status).toBe(507)
  })

  test('refuses an import over the budget, also as a dry run', async () => {
    await setBudget(full.projectId(), { rows: hard(1_000) })
    expect(await importRows(full, 990)).toBe(200)
    expect(await importRows(full, 100)).toBe(507)
    expect(await importRows(full, 100, true)).toBe(507)
    expect(await importRows(neighbour, 100)).toBe(200)
    expect((await measured(full)).used.get('rows')).toBe(994)
  })

  test('accepts concurrent imports and rows up to the budget only', async () => {
    const now = (await measured(full)).used.get('rows') ?? 0
    await setBudget(full.projectId(), { rows: hard(now + 150) })
    const imports = await Promise.all(Array.from({ length: 8 }, () => importRows(full, 100)))
    expect(imports.sort()).toEqual([200, ...Array(7).fill(507)])
    const rows = await Promise.all(Array.from({ length: 80 }, () => post(full)))
    expect(rows.filter(({ status }) => status === 200)).toHaveLength(50)
    expect((await measured(full)).used.get('rows')).toBe(now + 150)
    // What is refused reserves nothing.
    await setBudget(full.projectId(), { rows: hard(now + 151) })
    expect((await post(full, { isOpen: 'neither' })).status).toBe(422)
    expect((await post(full)).status).toBe(200)
  })

  test('answers a repeated request also when the project has become full', async () => {
    const now = (await measured(full)).used.get('rows') ?? 0
    await setBudget(full.projectId(), { rows: hard(now + 1) })
    const headers = { 'idempotency-key': `again-${database}` }
    const first = await post(full, {}, headers)
    expect(first.status).toBe(200)
    expect((await post(full)).status).toBe(507)
    expect(idOf(await post(full, {}, headers))).toBe(idOf(first))
  })

  test('counts a delete once, also if it is repeated or names a row often', async () => {
    const now = (await measured(full)).used.get('rows') ?? 0
    await setBudget(full.projectId(), { rows: hard(now) })
    const query = { $projectId: full.projectId() }
    const { body } = await send('GET', 'photo', { query: { ...query, $limit: '2' } })
    const [first, second] = (body.data as { id: string }[]).map(({ id }) => id)
    const room = async () => [(await post(full)).status, (await post(full)).status]
    const often = await send('DELETE', 'photo', { query, body: Array(100).fill(first) })
    expect(often.status).toBe(200)
    expect(await room()).toEqual([200, 507])
    const headers = { 'idempotency-key': `delete-${database}` }
    for (let repeat = 0; repeat < 10; repeat += 1) {
      const { status } = await send('DELETE', 'photo', { query, headers, body: [second] })
      expect(status).toBe(200)
    }
    expect(await room()).toEqual([200, 507])
  })

  test('refuses rows, changes and uploads over the budget of bytes, and none of another project', async () => {
    const { rowBytes, fileBytes } = await measured(full)
    await setBudget(full.projectId(), { bytes: hard(rowBytes + fileBytes + 3_000_000) })
    const ask = (album: Album, fileSize: number) => album.ask('papers', [{ fileSize }])
    const kept = await post(full)
    expect((await ask(full, 2_000_000)).status).toBe(200)
    const refused = await ask(full, 2_000_000)
    expect(refused.status).toBe(507)
    expect((refused.body as { error: object }).error).toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining('of rows and files. Delete rows or files'),
    })
    expect((await ask(neighbour, 2_000_000)).status).toBe(200)
    const note = ['x'.repeat(600_000)]
    expect((await post(full, { note })).status).toBe(200)
    expect((await post(full, { note })).status).toBe(507)
    expect((await post(neighbour, { note })).status).toBe(200)
    const query = { $projectId: full.projectId() }
    const changed = await send('PUT', `photo/${idOf(kept)}`, {
      query,
      body: { note },
    })
    expect(changed.status).toBe(507)
    expect((await send('DELETE', `photo/${idOf(kept)}`, { query })).status).toBe(200)
  })

  test('measures rows, bytes of rows and bytes of files', async () => {
    await setBudget(neighbour.projectId(), {})
    const before = await measured(neighbour)
    const image = await neighbour.upload('image')
    const note = [randomBytes(100_000).toString('base64')]
    const big = await post(neighbour, { image, note })
    expect(big.status).toBe(200)
    const after = await measured(neighbour)
    expect(after.used.get('rows')).toBe((before.used.get('rows') ?? 0) + 1)
    expect(after.fileBytes - before.fileBytes).toBe(PNG.length)
    expect(after.rowBytes).toBeGreaterThan(before.rowBytes + 100_000)
    const query = { $projectId: neighbour.projectId() }
    expect((await send('DELETE', `photo/${idOf(big)}`, { query })).status).toBe(200)
    const freed = await measured(neighbour)
    expect(freed.used.get('rows')).toBe(before.used.get('rows'))
    expect(freed.rowBytes).toBeLessThan(after.rowBytes - 100_000)
  }, 90_000)

  test('counts both environments together', async () => {
    const { client } = await theAdmin()
    const params = { projectId: neighbour.projectId() }
    await client.call(deployDatabase, { params, body: {} })
    const rows = (await measured(neighbour)).used.get('rows') ?? 0
    const query = { $projectId: neighbour.projectId(), $environment: 'production' }
    const made = await send('POST', 'photo', { query, body: { isOpen: true } })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect((await measured(neighbour)).used.get('rows')).toBe(rows + 1)
  }, 90_000)

  test('warns the staff of a project over its soft limit, and refuses nothing', async () => {
    await setBudget(neighbour.projectId(), { rows: soft(1) })
    expect((await post(neighbour)).status).toBe(200)
    const { client } = await theAdmin()
    const params = { projectId: neighbour.projectId() }
    const warning = { kind: 'rows', level: 'soft', limit: 1 }
    const { projectData } = await client.call(getProject, { params })
    expect(projectData.budgetWarnings).toEqual([warning])
    expect((await usageOf(neighbour)).warnings).toEqual([warning])
    await setBudget(neighbour.projectId(), { rows: soft(1_000_000) })
    expect((await usageOf(neighbour)).warnings).toEqual([])
  })
})
