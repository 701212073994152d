import { createKey } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { BLOG_TABLES } from '../testing/blog-tables.ts'
import { type Library, openLibrary, type Sending, send } from '../testing/shelf.ts'

interface Linked {
  id: string
  title?: string
  author?: string
  posts?: string[]
  tags?: string[]
  $more?: Record<string, { total: number; cursor: string | null }>
  expand?: { author?: Linked; posts?: Linked[]; tags?: Linked[] }
}

describe.each(['postgres', 'sqlite3'] as const)('long lists of relations, on %s', (database) => {
  let library: Library
  let key: string
  let tags: string[]
  /** Has 1,000 posts. */
  let many: string
  let secretive: string
  /** Has 130 tags; every other post has none. */
  let tagged: Linked
  const here = (method: string, path: string, sending: Sending = {}) =>
    send(method, path, { ...sending, query: { $projectId: library.projectId, ...sending.query } })
  const as = (who: string) =>
    ({ owner: library.owner.token, ann: library.ann.token, bob: library.bob.token, key })[who]
  const read = async (path: string, who: string, query: Record<string, string> = {}) => {
    const answer = await here('GET', path, { token: as(who), query })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const rowOf = async (path: string, who: string, query: Record<string, string> = {}) =>
    (await read(path, who, query)).data as Linked
  async function load(table: string, rows: readonly object[]) {
    const url = `${inject('server').address}/api/data/${table}/import?$projectId=${library.projectId}`
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${library.owner.token}`,
        'content-type': 'application/x-ndjson',
      },
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  const times = (count: number, make: (at: number) => object) =>
    Array.from({ length: count }, (_, at) => make(at))
  const idsOf = async (table: string, $filter = 'id != ""') => {
    const query = { $limit: '1000', $columns: 'id', $sort: 'id', $filter }
    return ((await read(table, 'owner', query)).data as Linked[]).map(({ id }) => id)
  }

  beforeAll(async () => {
    library = await openLibrary(database, BLOG_TABLES)
    const { owner, projectId } = library
    await load('writer', [{ name: 'Many' }, { name: 'Mine' }])
    const [first = '', second = ''] = await idsOf('writer')
    many = first
    secretive = second
    await load(
      'writer',
      times(1000, () => ({ name: 'Lone' })),
    )
    const lone = await idsOf('writer', 'name = "Lone"')
    await load(
      'post',
      times(1000, () => ({ title: 'Post', author: many })),
    )
    await load(
      'post',
      times(1000, (at) => ({ title: 'Lone', author: lone[at] })),
    )
    await load(
      'post',
      times(3, () => ({ title: 'Mine', author: secretive, isSecret: true })),
    )
    await load(
      'tag',
      times(130, (at) => ({ name: `Tag ${at}` })),
    )
    // In another order than that of their ids.
    tags = (await idsOf('tag')).toReversed()
    const made = await here('POST', 'post', { token: owner.token, body: { title: 'Tags', tags } })
    tagged = made.body.data
    const tables = ['writer', 'post', 'tag'].map((table) => ({
      table,
      operations: ['list' as const, 'view' as const],
    }))
    const body = { name: 'Lists', environment: 'dev' as const, tables }
    key = (await owner.client.call(createKey, { params: { projectId }, body })).secret
  })

  test.each(['ann', 'guest', 'key'])('%s gets back-relations in v2 only by name', async (who) => {
    const path = `writer/${many}`
    const v2 = { $version: 'v2' }
    expect(await rowOf(path, who, v2)).not.toHaveProperty('posts')
    expect(await rowOf(path, who, v2)).not.toHaveProperty('$more')
    const { data } = await read('writer', who, v2)
    for (const writer of data as Linked[]) expect(writer).not.toHaveProperty('posts')
    const named = await rowOf(path, who, { ...v2, $columns: 'posts' })
    expect(named.posts).toHaveLength(100)
    expect(named.$more).toEqual({ posts: { total: 1000, cursor: `.${named.posts?.at(-1)}` } })
    const expanded = await rowOf(path, who, { ...v2, $withRelation: 'posts' })
    expect(expanded.posts).toEqual(named.posts)
    expect(expanded.expand?.posts?.map(({ id }) => id)).toEqual(named.posts)
    expect(expanded.$more).toEqual(named.$more)
    const only = await rowOf(path, who, { ...v2, $columns: 'name,expand.posts.title' })
    expect(only.expand?.posts).toHaveLength(100)
    expect([only.posts, only.$more]).toEqual([undefined, named.$more])
    const nested = { ...v2, $limit: '1', $filter: 'title = "Post"', $withRelation: 'author.posts' }
    const [inside] = (await read('post', who, nested)).data as Linked[]
    expect(inside?.expand?.author?.expand?.posts).toHaveLength(100)
    expect(inside?.expand?.author?.$more).toEqual(named.$more)
    // The declared side of a join table is stored with the row, the other is not.
    const post = await rowOf(`post/${tagged.id}`, who, v2)
    expect(post.tags).toEqual(tags.slice(0, 100))
    expect(post.$more).toEqual({ tags: { total: 130, cursor: `99.${tags[99]}` } })
    expect(await rowOf(`tag/${tags[0]}`, who, v2)).not.toHaveProperty('posts')
  })

  test.each([
    ['ann', 'v1'],
    ['owner', 'v1'],
    ['owner', 'v2'],
  ])('%s with %s gets every column, with at most 100 ids', async (who, $version) => {
    const writer = await rowOf(`writer/${many}`, who, { $version })
    expect(writer.posts).toHaveLength(100)
    expect(writer.$more?.posts?.total).toBe(1000)
    const tag = await rowOf(`tag/${tags[0]}`, who, { $version })
    expect(tag).toMatchObject({ posts: [tagged.id] })
    expect(tag).not.toHaveProperty('$more')
    const expanded = await rowOf(`writer/${many}`, who, {
      $version,
      $withRelation: 'posts',
    })
    expect(expanded.expand?.posts).toHaveLength(1000)
    expect(expanded.$more).toEqual({ posts: { total: 1000, cursor: null } })
  })

  test.each([
    ['writer', 'posts', () => many, 1000],
    ['post', 'tags', () => tagged.id, 130],
  ])('the cursor of %s.%s reads the rest', async (table, column, idOf, total) => {
    const id = idOf()
    const row = await rowOf(`${table}/${id}`, 'ann', { $version: 'v2', $withRelation: column })
    const seen = row.expand?.[column as 'posts']?.map((one) => one.id) ?? []
    let cursor = row.$more?.[column]?.cursor ?? null
    while (cursor !== null) {
      const query = { $cursor: cursor, $limit: '300', $columns: 'id' }
      const page = await read(`${table}/${id}/${column}`, 'ann', query)
      expect(page).toMatchObject({ limit: 300, total })
      expect(page.hasMore).toBe(page.cursor !== null)
      seen.push(...(page.data as Linked[]).map((one) => one.id))
      cursor = page.cursor as string | null
    }
    expect(seen).toHaveLength(total)
    expect(new Set(seen).size).toBe(total)
    expect(seen).toEqual(table === 'post' ? tags : seen.toSorted())
  })

  test('the rows of a relation obey the view rules of both tables', async () => {
    const path = `writer/${secretive}/posts`
    expect(await read(path, 'ann')).toMatchObject({ data: [], total: 0, hasMore: false })
    expect(await read(path, 'owner')).toMatchObject({ total: 3 })
    expect((await read(path, 'owner')).data).toHaveLength(3)
    const { data } = await read('post', 'owner', { $filter: 'isSecret = true', $limit: '1' })
    const secret = `post/${(data as Linked[])[0]?.id}/author`
    expect(await read(secret, 'owner')).toMatchObject({ data: [{ id: secretive }] })
    expect((await here('GET', secret, { token: as('ann') })).status).toBe(404)
  })

  test.each([
    ['posts?', 404, 'Column with name posts? not found in table writer'],
    ['name', 400, 'Column name of table writer is not a relation'],
    ['note', 404, 'Column with name note not found in table writer'],
  ])('rejects the relation %s with %i', async (column, status, message) => {
    const path = `writer/${many}/${encodeURIComponent(column)}`
    const answer = await here('GET', path, { token: as('ann') })
    expect([answer.status, answer.body.error.message]).toEqual([status, message])
  })

  test('rejects a cursor of something else', async () => {
    const query = { $cursor: 'eyJ4' }
    const answer = await here('GET', `writer/${many}/posts`, { token: as('ann'), query })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toBe('$cursor: The cursor does not belong to this relation')
  })

  test('1,000 posts with their author have at most 1.1 times the size if the author has 1,000', async () => {
    const sizeOf = async (title: string) => {
      const $filter = `title = "${title}"`
      const query = { $version: 'v2', $limit: '1000', $withRelation: 'author', $filter }
      const { data } = await read('post', 'ann', query)
      const authors = (data as Linked[]).map(({ expand }) => expand?.author?.id)
      expect([authors.length, new Set(authors).size]).toEqual([1000, title === 'Post' ? 1 : 1000])
      return JSON.stringify(data).length
    }
    expect(await sizeOf('Post')).toBeLessThanOrEqual(1.1 * (await sizeOf('Lone')))
  })

  test('an export has every id', async () => {
    const url = `${inject('server').address}/api/data/writer/export?$projectId=${library.projectId}&format=json`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${library.owner.token}` } })
    const rows = (await answer.json()) as Linked[]
    const writer = rows.find(({ id }) => id === many)
    expect(writer?.posts).toHaveLength(1000)
    expect(writer).not.toHaveProperty('$more')
  })

  test('a list that is longer than an answer shows is not replaced by its start', async () => {
    const path = `post/${tagged.id}`
    const put = (list: unknown) => here('PUT', path, { token: as('owner'), body: { tags: list } })
    const { tags: start } = await rowOf(path, 'owner')
    const refused = await put(start)
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toEqual([
      {
        path: 'tags',
        message: expect.stringMatching(/^Has 130 linked rows, .* shows 100 of them/),
      },
    ])
    expect(
      (
        await here('PUT', `writer/${many}`, {
          token: as('owner'),
          body: { posts: [tagged.id] },
        })
      ).status,
    ).toBe(422)
    expect((await put(tags.toReversed())).status).toBe(200)
    expect((await rowOf(path, 'owner')).tags).toEqual(tags.toReversed().slice(0, 100))
    expect((await put([])).status).toBe(200)
    expect((await put(tags.slice(0, 2))).body.data).toMatchObject({ tags: tags.slice(0, 2) })
    expect((await put(tags)).status).toBe(200)
  })
})
