import { saveAvailability } from '@plinth/contract'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { newProject, newStaff } from '../../app/testing/people.ts'
import { openJobs } from '../../foundation/jobs/jobs.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { openPubSub } from '../../foundation/pubsub/pubsub.ts'
import { openStoppedProjects } from './open-stopped-projects.ts'

test('a process that gets no notification applies the change within two seconds', async () => {
  const log = pino({ level: 'silent' })
  const { databaseUrl } = inject('server')
  const db = openDatabase({ url: databaseUrl, maxConnections: 1, onError: () => undefined })
  // Notifications do not cross databases.
  const elsewhere = new URL(databaseUrl)
  elsewhere.pathname = '/postgres'
  const pubsub = openPubSub({ url: elsewhere.href, log })
  const stopped = await openStoppedProjects({ db, pubsub, jobs: openJobs(log) })
  try {
    const owner = await newStaff()
    const projectId = await newProject(owner)
    let opened = 0
    stopped.onOpened(() => {
      opened += 1
    })
    const set = (state: 'read-only' | 'open') =>
      owner.client.call(saveAvailability, { params: { projectId }, body: { state } })
    await set('read-only')
    await eventually(async () => !stopped.isOpen(projectId), 2_000)
    expect(() => stopped.refuse(projectId, 'write')).toThrow('read-only')
    expect(() => stopped.refuse(projectId, 'read')).not.toThrow()
    const before = opened
    await set('open')
    await eventually(async () => stopped.isOpen(projectId), 2_000)
    expect(opened).toBe(before + 1)
  } finally {
    await stopped.close()
    await pubsub.close()
    await db.close()
  }
})
