import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableNamed } from '../../../databases/sql/data-model.ts'
import { idFor } from '../../testing/stable-ids.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { WORLD } from '../../testing/world-configuration.ts'
import { foldText, openWorld, type World } from '../../testing/world-database.ts'
import { pageOfPosts, runPage, sortKeysOf } from '../../testing/world-pages.ts'
import { compilePage } from './compile-select.ts'

const HOSTILE_TEXTS = [
  'canary-7f3a',
  '1e400',
  'not a number',
  '2025-13-45',
  '\\',
  'a\\',
  '%'.repeat(3000),
  '_%\\%\\\\_',
  '%a'.repeat(30_000),
  '{"a":',
  '[',
  '$.x[',
  '\u0002b\u0002p',
]
const HOSTILE_JSON = [
  '{"lang": 1e400, "n": -1e400, "list": {"0": "x"}, "deep": []}',
  '{"lang": 1e-400, "n": 123456789012345678901234567890, "list": [1e999]}',
  '"text"',
  '5',
  'null',
  '[]',
  '{"n": {"x": 1}, "lang": [1], "list": "abc"}',
  `${'['.repeat(60)}${']'.repeat(60)}`,
]
/** Invalid JSON that SQLite would accept in a text column. */
const NO_JSON = ['{"a":', 'undefined', '', '{a:1}', "{'a':1}", 'NaN']

/** Each tries to make the database fail on a value of a row that the caller may not see. */
const FILTERS = [
  'meta.n > 0',
  'meta.n = 5 || meta.n != 5',
  'meta.lang > 1 || meta.lang < 1 || id != ""',
  'meta.list.0 = "x" || meta.list:each ?= 1 || status != ""',
  'meta.list:length >= 0',
  'meta:each ?!= 1 || id != ""',
  'meta.deep.x.y.z = 1 || id != ""',
  'meta.list.999 = null',
  'meta.n = meta.lang || meta.n != meta.lang',
  'meta.n > meta.lang || !(meta.n > meta.lang)',
  'meta.lang ~ title || !(meta.lang ~ title)',
  'title ~ body || title !~ body',
  'body ~ title || body !~ title',
  '"abc" ~ title || "abc" !~ title',
  'title ~ "\\\\" || title !~ "\\\\"',
  'title ~ "%%%%%" || id != ""',
  'title:length >= 0',
  'len(meta.lang) >= 0',
  'lower(meta.lang) != "x"',
  'meta.n in [1, "a", true, null] || id != ""',
  'tags ?= "x" || tags != "x"',
  'tags:length >= 0',
  'cover = null || cover != null',
  'price > 0 || !(price > 0)',
  'price = 0.1 || price != 0.1',
  'stock = 0.5 || stock != 9007199254740991',
  'publishedOn > "2000-01-01" || !(publishedOn > "2000-01-01")',
  'publishedOn < "9999-12-31T23:59:59-14:00" || id != ""',
  'publishedOn > "0100-01-01T00:00:00+14:00" || id != ""',
  'author = "not an id" || author != "not an id"',
  'author = title || author != title',
  'author = meta.lang || author != meta.lang',
  'author.settings.n > 0 || author.settings.n <= 0 || id != ""',
  'comments.post.meta.n ?> 0 || id != ""',
  'comments.text ?~ title || id != ""',
  'title in [body, meta.lang, "x"] || id != ""',
  'title > body || !(title > body)',
]

describe.each(ENGINES)('%s', (engine) => {
  let world: World
  const own = idFor('mine')
  beforeAll(async () => {
    const foreign = Array.from({ length: 1000 }, (_, at) => ({
      id: idFor(`foreign ${at}`),
      status: 'theirs',
      title: HOSTILE_TEXTS[at % HOSTILE_TEXTS.length],
      body: HOSTILE_TEXTS[(at * 7) % HOSTILE_TEXTS.length],
      price: at % 5 === 0 ? 1e308 : -5e-324,
      stock: Number.MAX_SAFE_INTEGER,
      author: at % 3 === 0 ? idFor('ghost') : null,
      createdOn: '2025-01-01T00:00:00.000Z',
    }))
    const mine = {
      id: own,
      status: 'mine',
      title: 'x',
      body: 'x',
      meta: { n: 1 },
      price: 1,
      createdOn: '2025-01-01T00:00:00.000Z',
    }
    world = await openWorld(engine, WORLD, { post: [mine, ...foreign] })
    const { from } = tableNamed(world.model, 'post')
    const isSqlite = engine === 'sqlite3'
    const json = isSqlite ? [...HOSTILE_JSON, ...NO_JSON] : HOSTILE_JSON
    for (const [at, text] of json.entries()) {
      const value = isSqlite ? `'${text.replaceAll("'", "''")}'` : `'${text}'::jsonb`
      const share = isSqlite ? 'rowid' : `('x' || right(id::text, 6))::bit(24)::int`
      await world.database.execute(
        `update ${from.text} set meta = ${value}, tags = ${value}, files = ${value}, cover = ${value} where status = 'theirs' and ${share} % ${json.length} = ${at}`,
      )
    }
    if (!isSqlite)
      await world.database.execute(
        `update ${from.text} set price = 'NaN', "publishedOn" = 'infinity' where title = '\\'; update ${from.text} set price = '-Infinity', "publishedOn" = '-infinity' where title = '['`,
      )
    else
      await world.database.execute(
        `update ${from.text} set price = 9e999, "publishedOn" = 'garbage' where title = '['`,
      )
  })
  afterAll(() => world.database.close())

  test.each(FILTERS)(
    'R6: finds only own rows among 1,000 foreign ones without an error: %s',
    async (text) => {
      const around = { model: world.model, table: 'post' }
      const page = {
        rule: foldText('status = "mine"', around),
        filter: foldText(text, { ...around, mode: 'filter' }),
        wantsTotal: true,
      }
      const found = await runPage(world, page)
      expect(found.every(({ row, total }) => row.id === own && total === 1)).toBe(true)
      // The same expression as the rule itself, over every row.
      const all = compilePage(world.model, pageOfPosts(world, { rule: page.filter, limit: 1 }))
      if (!all.ok) throw new Error(all.message)
      await world.database.query(all.statement)
    },
  )

  test.each(['author.email', '-author.org.name', 'price,title', '-publishedOn'])(
    'sorts by %s without an error',
    async (sort) => {
      const found = await runPage(world, {
        sort: sortKeysOf(world, sort),
        limit: 3,
        wantsCursor: true,
        view: { columns: new Set(['title']), relations: new Map() },
      })
      expect(found).toHaveLength(4)
    },
  )

  test('both databases accept the largest expressions that the language allows', async () => {
    const around = { model: world.model, table: 'post' }
    const hops = 'author.org.members.user.org.members'
    const largest = [
      Array.from({ length: 50 }, (_, at) => `${hops}.role ?= "${at}"`).join(' && '),
      Array.from({ length: 64 }, (_, at) => `comments.likes ?= ${at}`).join(' && '),
      Array.from({ length: 64 }, (_, at) => `title = "${at}"`).join(' || '),
      `${'!('.repeat(15)}title = "x"${')'.repeat(15)}`,
      `title in [${Array.from({ length: 500 }, (_, at) => `"${at}"`).join(',')}]`,
      `stock in [${Array.from({ length: 490 }, () => 'stock').join(',')}]`,
      [
        'comments',
        'editors',
        'org.members',
        'author.posts',
        'author.memberships',
        'editors.posts',
        'comments.author.posts',
        'org.members.user.posts',
      ]
        .flatMap((path) => [`${path} ?= id`, `${path} = id`, `${path} != id`])
        .join(' && '),
    ]
    for (const text of largest) {
      const page = compilePage(
        world.model,
        pageOfPosts(world, { filter: foldText(text, around), limit: 1 }),
      )
      if (!page.ok) throw new Error(page.message)
      await world.database.query(page.statement)
    }
  })
})
