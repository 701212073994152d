import { expect, test } from 'vitest'
import { newProject, newStaff, withPlatform } from '../../app/testing/people.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { createBackup, restoreBackup } from './testing/until-ended.ts'

// More than any disk has.
useOwnServer({ PLINTH_MIN_FREE_MB: '10000000' })

test('a backup or restore fails on a disk that is nearly full, and leaves nothing behind', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const failed = { state: 'failed', message: expect.stringContaining('disk of this installation') }
  const backup = await createBackup(owner, { projectId })
  expect(backup).toMatchObject({ ...failed, bytes: null })
  await withPlatform((on) =>
    on.query(`update backup set state = 'done', bytes = 1, contents = '[]' where id = $1`, [
      backup.id,
    ]),
  )
  const restored = { into: 'new', name: `Restored ${projectId}` }
  const restore = await restoreBackup(owner, { projectId, backupId: backup.id, ...restored })
  expect(restore).toMatchObject(failed)
}, 90_000)
