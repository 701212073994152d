import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProject } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, newStaff, type Person, theAdmin } from '../../app/testing/people.ts'
import { insideDev, plantQuery } from '../../rows/testing/plant-query.ts'
import { applyTables, send } from '../../rows/testing/shelf.ts'
import { plinth } from './testing/plinth.ts'
import { createBackup, restoreBackup } from './testing/until-ended.ts'

const rules = { list: 'id != ""', view: 'id != ""', create: '', update: '', delete: '' }
const relation = (id: string, options: object) => {
  const many = { hasMultiple: true, hasMultipleBack: true }
  return { id, name: id, type: 'relation', options: { ...many, ...options } }
}
const tags = { tableId: 'tag', columnId: 'topics', backColumnName: 'topics', isParent: true }
const topics = { tableId: 'topic', columnId: 'tags', backColumnName: 'tags', isParent: false }
const name = { id: 'name', name: 'name', type: 'text', options: { isUnique: true } }
const tables = [
  { id: 'topic', name: 'topic', columns: [name, relation('tags', tags)], rules },
  { id: 'tag', name: 'tag', columns: [relation('topics', topics)], rules },
  { id: 'bad', name: 'bad', type: 'Computed', query: 'select "id" from "topic"', rules },
  { id: 'good', name: 'good', type: 'Computed', query: 'select "id", "name" from "topic"', rules },
]
const BAD = {
  postgres: `select "id", pg_read_file('/etc/hostname') as "x" from "topic"`,
  sqlite3: `select "id", load_extension('x') as "x" from "topic"`,
}

describe.each(['sqlite3', 'postgres'] as const)(
  'an archive with a rejected query, on %s',
  (kind) => {
    let owner: Person
    let projectId: string
    let folder: string
    const ask = (path: string, $projectId: string) =>
      send('GET', path, { query: { $projectId, $sort: 'id' } })

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'plinth-refused-'))
      owner = await newStaff()
      projectId = await newProject(owner)
      await applyTables({ projectId, owner, database: kind, tables })
      const query = { $projectId: projectId }
      const { token } = owner
      const made = await send('POST', 'tag', { token, query, body: {} })
      const tag = made.body.data as { id: string }
      for (const name of ['one', 'two'])
        await send('POST', 'topic', { token, query, body: { name, tags: [tag.id] } })
      await plantQuery({ projectId, table: 'bad', query: BAD[kind] })
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const expectRestored = async (id: string) => {
      expect((await ask('topic', id)).body.data).toEqual((await ask('topic', projectId)).body.data)
      expect((await ask('good', id)).body.data).toMatchObject([{ name: 'one' }, { name: 'two' }])
      const { status, body } = await ask('bad', id)
      expect([status, body.error.message]).toEqual([
        503,
        expect.stringMatching(/^The query of "bad" is refused\. /),
      ])
      const { projectData } = await owner.client.call(getProject, { params: { projectId: id } })
      expect(projectData.refusedQueries).toMatchObject([{ environment: 'dev', table: 'bad' }])
      const [bad] = projectData.configuration.old_configuration.tables.filter(
        (table) => table.id === 'bad',
      )
      expect(bad?.query).toBe(BAD[kind])
    }

    test('is restored without that view, and reports it', async () => {
      const { id: backupId } = await createBackup(owner, { projectId })
      const called = `Refused ${kind} ${Date.now()}`
      const done = await restoreBackup(owner, { projectId, backupId, into: 'new', name: called })
      expect(done, done.message).toMatchObject({ state: 'done' })
      expect(done.left).toEqual([
        expect.stringMatching(/^The query of "bad" in dev is refused\. .+ changed and synced\.$/),
      ])
      await expectRestored(done.projectId ?? '')
      await expect(
        insideDev(done.projectId ?? '', (run) => run('select * from "bad"')),
      ).rejects.toThrow(/bad/)
    }, 90_000)

    test('is restored the same way by the command line', async () => {
      const out = join(folder, 'refused.plinth')
      expect(await plinth('backup', '--project', projectId, '--out', out)).toMatchObject({
        code: 0,
      })
      const made = await plinth('restore', '--in', out, '--name', `Command ${kind} ${Date.now()}`)
      expect(made, made.said).toMatchObject({
        code: 0,
        said: expect.stringMatching(/The query of "bad" in dev is refused\. /),
      })
      const id = /Restored: (prj_\w+)/.exec(made.said)?.[1] ?? ''
      const admin = await theAdmin()
      expect(
        (await admin.client.call(getProject, { params: { projectId: id } })).projectData,
      ).toBeTruthy()
      await expectRestored(id)
    }, 90_000)

    test.runIf(kind === 'sqlite3')(
      'restores rows but no executable schema objects from the file',
      async () => {
        await insideDev(projectId, async (run) => {
          await run(`create trigger "_plinth_event_foreign" after update on "topic"
        begin update "topic" set "name" = 'changed'; end`)
          await run(
            `create trigger foreign_trigger after delete on "topic" begin delete from "topic"; end`,
          )
          await run('create view foreign_view as select * from "topic"')
          await run('create virtual table foreign_words using fts5(word)')
          await run(`create index foreign_index on "topic" (upper("name"))`)
        })
        const { id: backupId } = await createBackup(owner, { projectId })
        const called = `Foreign ${Date.now()}`
        const done = await restoreBackup(owner, { projectId, backupId, into: 'new', name: called })
        expect(done, done.message).toMatchObject({ state: 'done' })
        const id = done.projectId ?? ''
        await expectRestored(id)
        const found = await insideDev(id, (run) =>
          run(`select name from sqlite_schema where name like '%foreign%' or type = 'trigger'`),
        )
        expect(found).toEqual([])
      },
      90_000,
    )

    test.runIf(kind === 'sqlite3')(
      'rejects a view in the place of a table',
      async () => {
        const other = await newProject(owner)
        await applyTables({ projectId: other, owner, database: kind, tables })
        await insideDev(other, async (run) => {
          await run('alter table "tag" rename to "tag_rows"')
          await run('create view "tag" as select * from "tag_rows"')
        })
        const { id: backupId } = await createBackup(owner, { projectId: other })
        const called = `View ${Date.now()}`
        const done = await restoreBackup(owner, {
          projectId: other,
          backupId,
          into: 'new',
          name: called,
        })
        expect(done).toMatchObject({
          state: 'failed',
          message: expect.stringMatching(/do not match its configuration: tag/),
        })
      },
      90_000,
    )
  },
)
