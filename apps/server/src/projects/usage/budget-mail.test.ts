import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createAccount } from '../../accounts/members/testing/created-account.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { join, newStaff, theAdmin, withPlatform } from '../../app/testing/people.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { type Library, openLibrary, send } from '../../rows/testing/shelf.ts'
import { setBudget } from '../budgets/testing/set-budget.ts'

import { requestMeasurement } from './testing/request-measurement.ts'

import { dropStockCrossings, recordCrossing } from './warning-store.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

async function addBooks({ projectId, ann }: Library, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) {
    const body = { title: 'A book', status: 'draft', author: ann.id }
    const query = { $projectId: projectId }
    statuses.push((await send('POST', 'book', { token: ann.token, query, body })).status)
  }
  return statuses
}

describe.each(['sqlite3', 'postgres'] as const)('mails of a project on %s', (database) => {
  test('tell owners and admins once of each limit that is reached, and developers nothing', async () => {
    const library = await openLibrary(database)
    const { projectId, owner } = library
    const developer = await newStaff()
    await join(developer, { projectId, role: 'developer' })
    const pending = await createAccount(owner, { projectId, role: 'owner' })
    expect(pending.pending).toBe('confirmation')
    // Three app users are rows already. A change right after their measurement may be taken as measured.
    const requestedAt = await eventually(() => requestMeasurement(projectId))
    await eventually(
      () =>
        withPlatform(async (on) => {
          const found = await on.query(
            `select from project_usage where project_id = $1 and rows = 3 and added_rows = 0
               and measured_at > $2 and (due_at is null or due_at > now() + interval '15 seconds')
               and coalesce(scanned_at, measured_at) < now() - interval '1 second'`,
            [projectId, requestedAt],
          )
          return found.rows.length === 1
        }),
      60_000,
    )
    await setBudget(projectId, { rows: { soft: 5, hard: 7 } })
    expect(await addBooks(library, 1)).toEqual([200])
    expect(mailbox.sentTo(owner.email)).toEqual([])
    expect(await addBooks(library, 2)).toEqual([200, 200])
    const warned = await mailbox.wait(owner.email)
    expect(warned.text).toContain('has reached its soft limit of 5 rows')
    expect(warned.text).toContain(`/project/${projectId}/settings?section=usage`)
    expect(await addBooks(library, 3)).toEqual([200, 507, 507])
    const full = await mailbox.wait(owner.email, 2)
    expect(full.text).toContain('has reached its hard limit of 7 rows')
    expect(full.text).toContain('answer 507')
    const admin = await theAdmin()
    const toAdmin = () => mailbox.sentTo(admin.email).filter(({ text }) => text.includes(projectId))
    await mailbox.wait(admin.email)
    expect(toAdmin().length).toBeLessThanOrEqual(2)
    // A crossing of requests is mailed after the others, so none of them is still on its way.
    await setBudget(projectId, { requestsPerSecond: { soft: 1, hard: null } })
    await Promise.all([addBooks(library, 3), addBooks(library, 3)])
    const rate = await mailbox.wait(owner.email, 3)
    expect(rate.text).toContain('has reached its soft limit of 1 request per second')
    expect(mailbox.sentTo(owner.email)).toHaveLength(3)
    expect(mailbox.sentTo(developer.email)).toEqual([])
    const toPending = mailbox.sentTo(pending.email)
    expect(toPending.filter(({ text }) => text.includes(projectId))).toEqual([])
  }, 120_000)

  test('are not sent at every crossing of a project that goes up and down', async () => {
    const { projectId } = await openLibrary(database)
    const crossing = { projectId, kind: 'rows', level: 'soft' } as const
    const { databaseUrl: url } = inject('server')
    const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
    const cross = () => db.transaction((transaction) => recordCrossing(transaction, crossing))
    const fall = () => dropStockCrossings(db, { projectId, except: [] })
    const age = (column: 'since' | 'last_at', interval: string) =>
      withPlatform((on) =>
        on.query(
          `update budget_warning set ${column} = now() - $2::interval where project_id = $1`,
          [projectId, interval],
        ),
      )
    try {
      expect(await cross()).toBe(true)
      await fall()
      expect(await cross()).toBe(false)
      await age('since', '61 minutes')
      expect(await cross()).toBe(false)
      await fall()
      expect(await cross()).toBe(true)
      await age('last_at', '25 hours')
      expect([await cross(), await cross()]).toEqual([true, false])
    } finally {
      await db.close()
    }
  })
})
