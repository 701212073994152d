import { request } from 'node:http'
import { exportAppUser } from '@plinth/contract'
import { expect, test } from 'vitest'
import { signUp } from '../../../app/testing/app-tables.ts'
import { expectApiError } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { newPersonApp, uploadPaper } from '../testing/new-person-app.ts'

/** More than the buffers of a connection take, so that an export whose reader waits goes on. */
const PAPER_BYTES = 12_000_000

test.each(['sqlite3', 'postgres'] as const)(
  'a project exports two people at a time on %s',
  async (database) => {
    const { owner, projectId } = await newPersonApp(database)
    const { id: userId } = (await signUp(projectId)).user
    await uploadPaper({ projectId, owner, userId, text: 'x'.repeat(PAPER_BYTES) })
    const query = { environment: 'dev', tableId: 'people' } as const
    const path = `/api/project/${projectId}/app-user/${userId}/export?${new URLSearchParams(query)}`
    const headers = { authorization: `Bearer ${owner.token}` }
    /** An export that nobody reads. */
    const begin = () => {
      const call = request(testServer().address + path, { headers, agent: false })
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      call
        .on('response', ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end()
      return promise.then((status) => ({ call, status }))
    }
    const save = () =>
      owner.client.download(exportAppUser, { params: { projectId, userId }, query })

    const open = [await begin(), await begin()]
    expect(open.map(({ status }) => status)).toEqual([200, 200])
    expect(await expectApiError(save())).toMatchObject({ status: 429, code: 'rate_limited' })
    // Another project has places of its own, and one that ends gives its place back.
    const other = await newPersonApp(database)
    const { user } = await signUp(other.projectId)
    const params = { projectId: other.projectId, userId: user.id }
    await other.owner.client.download(exportAppUser, { params, query })
    open[0]?.call.destroy()
    await expect
      .poll(() =>
        save().then(
          ({ size }) => size > PAPER_BYTES,
          () => false,
        ),
      )
      .toBe(true)
    await save()
    open[1]?.call.destroy()
  },
  120_000,
)
