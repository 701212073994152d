import { beforeAll, describe, expect, test } from 'vitest'
import { BLOG_TABLES } from '../testing/blog-tables.ts'
import { type Library, openLibrary, type Sending, send } from '../testing/shelf.ts'

const LINKED = 60
const SECONDS_30 = 30_000

describe.each(['postgres', 'sqlite3'] as const)('relations that multiply, on %s', (database) => {
  let library: Library
  const list = (query: Record<string, string>): ReturnType<typeof send> => {
    const sending: Sending = {
      token: library.owner.token,
      query: { $projectId: library.projectId, $version: 'v2', ...query },
    }
    return send('GET', 'post', sending)
  }
  const pathOf = (hops: number) =>
    Array.from({ length: hops }, (_, at) => (at % 2 === 0 ? 'tags' : 'posts')).join('.')

  beforeAll(async () => {
    library = await openLibrary(database, BLOG_TABLES)
    const { owner, projectId } = library
    const add = async (table: string, body: object) => {
      const sending = { token: owner.token, query: { $projectId: projectId }, body }
      const { status, body: answer } = await send('POST', table, sending)
      expect(status, JSON.stringify(answer)).toBe(200)
      return (answer.data as { id: string }).id
    }
    const tags: string[] = []
    for (let at = 0; at < LINKED; at += 1) tags.push(await add('tag', { name: `tag ${at}` }))
    for (let at = 0; at < LINKED; at += 1) await add('post', { title: `post ${at}`, tags })
    await add('post', { title: 'lonely', tags: [await add('tag', { name: 'rare' })] })
  }, 120_000)

  test('end with 504 in expanded rows', async () => {
    const since = performance.now()
    const { status, body } = await list({ $withRelation: pathOf(6) })
    expect([status, body.error?.code]).toEqual([504, 'timeout'])
    expect(performance.now() - since).toBeLessThan(SECONDS_30)
  })

  // PostgreSQL may find a plan that visits each row once.
  test.runIf(database === 'sqlite3')('end with 504 in a filter', async () => {
    const { status, body } = await list({ $filter: `${pathOf(6)}.title ?= "none"` })
    expect([status, body.error?.code]).toEqual([504, 'timeout'])
  })

  test('end with 504 although the same statement was short before', async () => {
    const query = { $withRelation: pathOf(6) }
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await list({ ...query, $filter: 'title = "none"' })
      expect([status, body.data]).toEqual([200, []])
    }
    const { status } = await list({ ...query, $filter: 'title = "post 1"' })
    expect(status).toBe(504)
    expect((await list({ $limit: '1' })).status).toBe(200)
  })

  test('are answered where they are few', async () => {
    const { status, body } = await list({
      $filter: 'title = "lonely"',
      $withRelation: pathOf(6),
    })
    expect(status).toBe(200)
    const [post] = body.data as { expand: { tags: { name: string; expand: object }[] } }[]
    expect(post?.expand.tags).toMatchObject([
      {
        name: 'rare',
        expand: { posts: [{ title: 'lonely', expand: { tags: [{ name: 'rare' }] } }] },
      },
    ])
  })
})
