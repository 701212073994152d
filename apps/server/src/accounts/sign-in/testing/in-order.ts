import { expect } from 'vitest'
import { type Person, withPlatform } from '../../../app/testing/people.ts'

/** Holds the account, starts the calls, and lets them go on in their order after a change. */
export const inOrder = (
  who: Person,
  calls: readonly (() => Promise<unknown>)[],
  change?: string,
): Promise<PromiseSettledResult<unknown>[]> =>
  withPlatform(async (on) => {
    await on.query('begin')
    const { rows } = await on.query('select pg_backend_pid() as pid')
    await on.query('select from staff where id = $1 for update', [who.id])
    const started: Promise<PromiseSettledResult<unknown>[]>[] = []
    for (const call of calls) {
      started.push(Promise.allSettled([call()]))
      await expect
        .poll(() =>
          withPlatform(async (other) => {
            // Who waits behind another caller waits for that one, too.
            const waiting = await other.query(
              `with recursive behind (pid) as (select $1::integer union
                 select activity.pid from pg_stat_activity as activity join behind
                   on behind.pid = any(pg_blocking_pids(activity.pid)))
               select count(*)::int - 1 as count from behind`,
              [rows[0].pid],
            )
            return waiting.rows[0].count
          }),
        )
        .toBe(started.length)
    }
    if (change !== undefined) await on.query(change, [who.id])
    await on.query('commit')
    return (await Promise.all(started)).flat()
  })
