import type { PartHealth } from '@plinth/contract'
import type { Context } from '../context/context.ts'

const TIMEOUT_MS = 3_000

async function check(name: string, work: () => Promise<unknown>): Promise<PartHealth> {
  const late = AbortSignal.timeout(TIMEOUT_MS)
  try {
    await Promise.race([
      work(),
      new Promise((_, reject) => {
        late.addEventListener('abort', () => reject(new Error('no answer')))
      }),
    ])
    return { name, ready: true }
  } catch {
    // The reason may reveal internal hosts and users, and this route is public.
    return { name, ready: false, reason: 'does not answer' }
  }
}

/** Checks every dependency of this process. */
export function checkParts({ db, durable, engines, files }: Context): Promise<PartHealth[]> {
  return Promise.all([
    check('platform database', () => db.check()),
    check('data databases', () => engines.postgres.check()),
    check('project files', () => engines.sqlite3.check()),
    check('file store', async () => {
      for (const store of files.all) await store.check()
    }),
    check('durable runtime', () => durable.check()),
  ])
}
