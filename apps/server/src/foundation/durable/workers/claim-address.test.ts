import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../../app/testing/own-platform.ts'
import { claimAddress } from './claim-address.ts'
import { listWorkerVersions, moveVersion } from './worker-store.ts'

const url = 'http://workers.internal:9080'
/** A runtime in which three runs of a stopped worker are open. */
const deployments = {
  list: async () => [{ id: 'dp_1', url }],
  findLatest: async () => ({ id: 'dp_1', url }),
  discover: async () => undefined,
  countOpen: async () => 3,
}
const worker = { version: '2', url }

let own: OwnPlatform
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())
beforeEach(async () => {
  await own.db.pool.query('delete from worker_version')
  await moveVersion(own.db, { version: '1', url, isCurrent: true })
})

test('a version that continues the runs of another takes its address', async () => {
  await claimAddress({ db: own.db, deployments, worker, continues: ['1'] })
  expect(await listWorkerVersions(own.db)).toMatchObject([
    { version: '2', url, isDrained: false },
    { version: '1', url, isDrained: true },
  ])
})

test('any other version is refused while runs are open, and nothing changes', async () => {
  const claim = claimAddress({ db: own.db, deployments, worker, continues: ['0'] })
  await expect(claim).rejects.toThrow(
    `3 runs and tasks that began on version 1 are open at ${url}. Workers of version 2 need an address`,
  )
  expect(await listWorkerVersions(own.db)).toMatchObject([{ version: '1', isDrained: false }])
})

test('a version is refused at an address where another one answers', async () => {
  const answering = { ...deployments, discover: async () => new Set(['plinthRuns1/run']) }
  const claim = claimAddress({ db: own.db, deployments: answering, worker, continues: ['1'] })
  await expect(claim).rejects.toThrow(`Workers of version 1 answer at ${url}.`)
})
