import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRow, getProject, listRows } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, newStaff, type Person, theAdmin } from '../../../app/testing/people.ts'
import { applyTables } from '../../../rows/testing/shelf.ts'
import { plinth } from '../testing/plinth.ts'

let folder: string
let owner: Person
let projectId: string

const titles = async (person: Person, $projectId: string) => {
  const query = { $projectId, $sort: 'title' }
  const { data } = await person.client.call(listRows, { params: { table: 'thing' }, query })
  return data.map(({ title }) => title)
}
const add = (title: string) =>
  owner.client.call(createRow, {
    params: { table: 'thing' },
    query: { $projectId: projectId },
    body: { title },
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-backup-'))
  owner = await newStaff()
  projectId = await newProject(owner)
  const columns = [{ id: 'title', name: 'title', type: 'text' }]
  const tables = [{ id: 'thing', name: 'thing', columns }]
  await applyTables({ projectId, owner, database: 'sqlite3', tables })
  for (const title of ['a', 'b']) await add(title)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('backs a project up into a file and restores it, as a new project and over itself', async () => {
  const out = join(folder, 'shop.plinth')
  const word = join(folder, 'word')
  await writeFile(word, 'a passphrase of a test\n')
  const taken = await plinth(
    'backup',
    '--project',
    projectId,
    '--out',
    out,
    '--passphrase-file',
    word,
  )
  expect(taken, taken.said).toMatchObject({ code: 0 })
  expect(taken.said).toContain('dev (sqlite3): 1 tables, 2 rows, 0 files, 0 workflows')
  expect((await readdir(folder)).sort()).toEqual(['shop.plinth', 'word'])
  await add('c')

  const made = await plinth('restore', '--in', out, '--name', `From a file ${Date.now()}`)
  expect(made, made.said).toMatchObject({ code: 0 })
  const admin = await theAdmin()
  const id = /Restored: (prj_\w+)/.exec(made.said)?.[1] ?? ''
  expect(await titles(admin, id)).toEqual(['a', 'b'])
  expect(await titles(owner, id)).toEqual(['a', 'b'])

  const { projectData } = await owner.client.call(getProject, { params: { projectId } })
  const over = ['restore', '--in', out, '--into', projectId, '--environment', 'dev', '--confirm']
  const refused = await plinth(...over, 'Another name')
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.said).toMatch(/dev: 1 tables, 3 rows[\s\S]*not its name. Nothing was changed/)
  const done = await plinth(...over, projectData.name)
  expect(done, done.said).toMatchObject({ code: 0 })
  await expect.poll(() => titles(owner, projectId)).toEqual(['a', 'b'])

  const damaged = join(folder, 'damaged.plinth')
  const whole = await readFile(out)
  await writeFile(damaged, whole.subarray(0, whole.length - 40))
  expect(await plinth('restore', '--in', damaged)).toMatchObject({
    code: 2,
    said: expect.stringMatching(/cut off|damaged/),
  })
}, 90_000)

test.each([
  [['backup', '--out', 'x'], /--project ID --out FILE/],
  [['backup', '--project', 'prj_none', '--out', '/tmp/never'], /no project prj_none/],
  [['restore'], /--in FILE/],
  [['restore', '--in', 'x', '--environment', 'dev'], /goes with --into/],
  [['restore', '--in', 'x', '--into', 'prj_none', '--environment', 'test'], /dev or production/],
  [['restore', '--in', '/none/such'], /ENOENT/],
])('rejects %j', async (args, words) => {
  expect(await plinth(...args)).toMatchObject({ code: 2, said: expect.stringMatching(words) })
})
