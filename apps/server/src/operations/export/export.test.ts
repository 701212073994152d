import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DATABASES } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { newProject, newStaff, type Person } from '../../app/testing/people.ts'
import { programEnv } from '../../app/testing/settings/program-env.ts'
import { send } from '../../rows/testing/shelf.ts'
import { SAMPLE_TEST } from '../../workflows/workflow-tests/testing/store-sample-test.ts'
import {
  fillProject,
  PAPER,
  postRow,
  QUERY,
  type Row,
  SHARED_VIEW,
} from './testing/fill-project.ts'
import { asAnswered, LOADERS, type Loaded, withoutLists } from './testing/load-export.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../app/plinth-server.ts')
const CANARY = 'canary-5f2a9c'
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plinth-export-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

function plinth(...args: string[]) {
  const { databaseUrl, dataDir } = inject('server')
  const env = programEnv({ DATABASE_URL: databaseUrl, PLINTH_DATA_DIR: dataDir })
  return run(process.execPath, [program, 'export', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

describe.each(DATABASES)('a project on %s', (database) => {
  let owner: Person
  let projectId: string
  let folder: string
  const query = () => ({ $projectId: projectId })
  const post = (table: string, body: object) => postRow({ owner, projectId, table, body })
  const list = async (table: string): Promise<Row[]> => {
    const asked = { ...query(), $limit: '1000', $sort: '+id' }
    const { body } = await send('GET', table, { token: owner.token, query: asked })
    return body.data
  }

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newProject(owner)
    await fillProject({ owner, projectId, database, canary: CANARY })
    folder = join(root, database)
    const exported = await plinth(projectId, '--out', folder)
    expect(exported, exported.said).toMatchObject({ code: 0 })
  }, 60_000)

  describe.each(DATABASES)('loaded into a bare %s', (engine) => {
    let loaded: Loaded
    beforeAll(async () => {
      loaded = await LOADERS[engine](join(folder, 'dev'))
    })
    afterAll(() => loaded.close())

    test.each(['thing', 'box', 'tag'])('contains every row of %s unchanged', async (table) => {
      const answered = await list(table)
      const rows = (await loaded.query(`select * from "${table}" order by "id"`)) as Row[]
      expect(rows.length).toBe(answered.length)
      const read = rows.map((row) => asAnswered(row, engine))
      expect(read).toEqual(answered.map(withoutLists))
    })

    test('contains every link in order, from both sides', async () => {
      const sides = [
        { table: 'thing', field: 'tags', links: 'tag_things' },
        { table: 'tag', field: 'things', links: 'tag_things' },
        { table: 'thing', field: 'before', links: 'thing_after' },
        { table: 'thing', field: 'after', links: 'thing_after' },
      ]
      for (const { table, field, links } of sides) {
        const [own, other] =
          links === `${table}_${field}` ? ['first', 'second'] : ['second', 'first']
        const rows = await loaded.query(
          `select "${own}" as own, "${other}" as other from "${links}" order by "${own}", "${own}Position"`,
        )
        const held = new Map<unknown, unknown[]>()
        for (const row of rows) held.set(row.own, [...(held.get(row.own) ?? []), row.other])
        for (const row of await list(table)) expect(held.get(row.id) ?? []).toEqual(row[field])
      }
    })

    test('enforces keys and constraints', async () => {
      const [box] = await list('box')
      const twice = loaded.query(
        `insert into "box" ("id", "name") values ('${box?.id}', 'twice') returning "id"`,
      )
      await expect(twice).rejects.toThrow(/unique/i)
      await loaded.query(`delete from "box" where "id" = '${box?.id}' returning "id"`)
      const left = await loaded.query(`select 1 from "thing" where "box" = '${box?.id}'`)
      expect(left).toEqual([])
    })

    test('computes views in its own dialect', async () => {
      const counting = loaded.query('select * from "box_size"')
      if (engine === database) expect((await counting).length).toBeGreaterThan(0)
      else await expect(counting).rejects.toThrow(/box_size/)
    })
  })

  test("writes JSON Lines that equal the data API's replies", async () => {
    const text = await readFile(join(folder, 'dev/json/thing.jsonl'), 'utf8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual((await list('thing')).map(withoutLists))
  })

  test('writes no formulas into CSV (R40)', async () => {
    const text = await readFile(join(folder, 'dev/csv/thing.csv'), 'utf8')
    expect(text).toContain(`'=1+1`)
    expect(text).toContain(`'@SUM(A1)`)
    expect(text).toContain('-9007199254740991')
    expect(text).not.toContain(`'-9007199254740991`)
  })

  test('exports files under the names that rows use', async () => {
    const [line = ''] = (await readFile(join(folder, 'dev/files.jsonl'), 'utf8')).split('\n')
    const { path, fileName } = JSON.parse(line)
    expect(fileName).toContain('it\'s "A".txt')
    expect(await readFile(join(folder, 'dev', path))).toEqual(PAPER)
  })

  test('exports no secrets (R2, R17)', async () => {
    const settings = await readFile(join(folder, 'dev/settings.json'), 'utf8')
    expect(JSON.parse(settings)).toMatchObject({
      constants: [
        { key: 'HIDDEN', value: null, isSecret: true },
        { key: 'OPEN', value: 'said aloud', isSecret: false },
      ],
      credentials: [{ name: 'Service', type: 'api-credential' }],
      members: [{ email: owner.email, role: 'owner' }],
    })
    for (const path of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!path.isFile()) continue
      const text = await readFile(join(path.parentPath, path.name), 'utf8')
      expect(text, path.name).not.toContain(CANARY)
      expect(text, path.name).not.toContain('$argon2')
    }
  })

  test('exports workflows with their tags and tests', async () => {
    const [file = ''] = await readdir(join(folder, 'dev/workflows'))
    const workflow = JSON.parse(await readFile(join(folder, 'dev/workflows', file), 'utf8'))
    expect(workflow).toMatchObject({
      name: 'Orders',
      settings: { tags: ['Billing'] },
      tests: [SAMPLE_TEST],
    })
  })

  test('exports saved queries and shared views, and no private ones', async () => {
    const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'))
    expect(await read('queries.json')).toEqual([QUERY])
    const { tableId, name, settings, filter } = SHARED_VIEW
    expect(await read('views.json')).toMatchObject([
      { tableId, name, settings, filter, author: owner.email },
    ])
  })

  test('writes a correct checksum for every file', async () => {
    const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n')
    for (const line of sums) {
      const [digest, path = ''] = line.split('  ')
      const content = await readFile(join(folder, path))
      expect(createHash('sha256').update(content).digest('hex'), path).toBe(digest)
    }
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(sums.length).toBe(files.filter((entry) => entry.isFile()).length - 1)
    expect(sums.some((line) => /dev\/workflows\/wfl_\w+\.json$/.test(line))).toBe(true)
  })

  test('exports one snapshot: concurrent rows are in all tables or in none', async () => {
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const { id } = await post('box', { name: 'meanwhile' })
        await post('thing', { pin: 'x', box: id })
      }
    }
    const writing = write()
    const out = join(root, `${database}-busy`)
    const exported = await plinth('--project', projectId, '--out', out, '--environment', 'dev')
    isOver = true
    await writing
    expect(exported).toMatchObject({ code: 0 })
    const loaded = await LOADERS.sqlite3(join(out, 'dev'))
    expect(await loaded.query('pragma foreign_key_check')).toEqual([])
    await loaded.close()
  })
})

test('leaves no final folder if killed before the end', async () => {
  const projectId = await newProject(await newStaff())
  const { databaseUrl, dataDir } = inject('server')
  const env = programEnv({ DATABASE_URL: databaseUrl, PLINTH_DATA_DIR: dataDir })
  const out = join(root, 'killed')
  const child = spawn(process.execPath, [program, 'export', projectId, '--out', out], { env })
  const ended = once(child, 'exit')
  await vi.waitUntil(async () => (await readdir(root)).some((name) => name.startsWith('killed')), {
    timeout: 20_000,
    interval: 5,
  })
  child.kill('SIGKILL')
  await ended
  const isThere = (await readdir(root)).includes('killed')
  if (isThere) expect(await readdir(out)).toContain('README.md')
})

describe('refusals', () => {
  test.each([
    { name: 'no folder', args: ['prj_none'], said: '--out FOLDER' },
    {
      name: 'a project that is not there',
      args: ['prj_none', '--out', 'x'],
      said: 'There is no project prj_none',
    },
    {
      name: 'another environment',
      args: ['prj_none', '--out', 'x', '--environment', 'staging'],
      said: '"staging" is no environment',
    },
  ])('rejects $name', async ({ args, said }) => {
    const refused = await plinth(...args.map((arg) => (arg === 'x' ? join(root, 'x') : arg)))
    expect(refused.code).toBe(2)
    expect(refused.said).toContain(said)
    expect(await readdir(root)).not.toContain('x')
  })

  test('leaves a non-empty folder unchanged', async () => {
    const owner = await newStaff()
    const projectId = await newProject(owner)
    const full = await mkdtemp(join(root, 'full-'))
    await writeFile(join(full, 'mine.txt'), 'mine')
    const refused = await plinth(projectId, '--out', full)
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.said).toContain('is not empty')
    expect(await readdir(full)).toEqual(['mine.txt'])
  })
})
