import {
  createSavedQuery,
  createTableView,
  DATABASES,
  deleteTableView,
  listSavedQueries,
  listTableViews,
  updateSavedQuery,
  updateTableView,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { join, newStaff, type Person, theAdmin, withPlatform } from '../../app/testing/people.ts'
import { useAlbum } from '../../rows/files/testing/use-album.ts'
import { createBackup, restoreBackup } from './testing/until-ended.ts'

const viewOf = (name: string, isShared: boolean, text = 'title = "a"') => ({
  ...{ name, isShared, settings: { hidden: ['p_image'] } },
  filter: { text, fields: { title: 'p_title' } },
})

async function listQueries({ client }: Person, projectId: string) {
  const { queries } = await client.call(listSavedQueries, { params: { projectId } })
  return queries.map(({ name, sql }) => `${name}: ${sql}`)
}

async function listViews({ client }: Person, projectId: string) {
  const query = { table: 'photos' }
  return (await client.call(listTableViews, { params: { projectId }, query })).views
}

const namesOf = async (person: Person, projectId: string) =>
  (await listViews(person, projectId)).map(({ name, author }) => `${name} by ${author.id}`)

describe.each(DATABASES)('queries and views in backups, on %s', (database) => {
  const album = useAlbum(database)
  let [developer, leaver]: Person[] = []
  let backupId = ''
  let openId = ''
  const people = () => {
    if (!developer || !leaver) throw new Error('The people are created first')
    return { owner: album.owner(), developer, leaver }
  }
  const make = async ({ client }: Person, view: ReturnType<typeof viewOf>) => {
    const params = { projectId: album.projectId() }
    const body = { ...view, tableId: 'photos' }
    return (await client.call(createTableView, { params, body })).view
  }

  beforeAll(async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const params = { projectId }
    ;[developer, leaver] = [await newStaff(), await newStaff()]
    for (const person of [developer, leaver]) await join(person, { projectId, role: 'developer' })
    const body = { name: 'Titles', sql: 'select title from photo' }
    await owner.client.call(createSavedQuery, { params, body })
    openId = (await make(owner, viewOf('Open', true))).id
    await make(owner, viewOf('Own', false))
    await make(developer, viewOf('Mine', false))
    await make(leaver, viewOf('Theirs', true))
    await make(leaver, viewOf('Theirs only', false))
    backupId = (await createBackup(owner, { projectId })).id
    const left = leaver.id
    await withPlatform((client) =>
      client.query('delete from membership where project_id = $1 and staff_id = $2', [
        projectId,
        left,
      ]),
    )
  }, 60_000)

  test('a new project has them; private views only if their authors are members', async () => {
    const { owner, developer: member } = people()
    const name = `With views ${database} ${Date.now()}`
    const request = { projectId: album.projectId(), backupId, into: 'new', name }
    const done = await restoreBackup(owner, request)
    expect(done, done.message).toMatchObject({ state: 'done' })
    expect(done.left.join(' ')).toContain('1 view was left out')
    const made = done.projectId ?? ''
    expect(await listQueries(owner, made)).toEqual(['Titles: select title from photo'])
    const [open, own, theirs] = ['Open', 'Own', 'Theirs'].map((view) => `${view} by ${owner.id}`)
    expect(await namesOf(owner, made)).toEqual([open, own, theirs])
    expect(await namesOf(member, made)).toEqual([`Mine by ${member.id}`, open, theirs])
    const [restored] = await listViews(owner, made)
    expect(restored).toMatchObject(viewOf('Open', true))
    expect(restored?.id).not.toBe(openId)
  }, 60_000)

  test('over the project: what was lost comes back, what is newer or private stays', async () => {
    const { owner, developer: member } = people()
    const projectId = album.projectId()
    const params = { projectId }
    const { queries } = await owner.client.call(listSavedQueries, { params })
    await owner.client.call(updateSavedQuery, {
      params: { projectId, queryId: queries[0]?.id ?? '' },
      body: { name: 'Titles', sql: 'select 1' },
    })
    const later = { name: 'Later', sql: 'select 2' }
    await owner.client.call(createSavedQuery, { params, body: later })
    await owner.client.call(deleteTableView, { params: { projectId, viewId: openId } })
    const mine = (await listViews(member, projectId)).find(({ name }) => name === 'Mine')
    await member.client.call(updateTableView, {
      params: { projectId, viewId: mine?.id ?? '' },
      body: viewOf('Mine', false, 'title = "newer"'),
    })
    const { rows } = await withPlatform((client) =>
      client.query('select name from project where id = $1', [projectId]),
    )
    const confirm = String(rows[0]?.name)
    const over = { projectId, backupId, into: 'over', confirm }

    // Production alone leaves them as they are.
    const admin = await theAdmin()
    const first = await restoreBackup(admin, { ...over, environments: ['production'] })
    expect(first, first.message).toMatchObject({ state: 'done', left: [] })
    expect(await listQueries(owner, projectId)).toEqual(['Later: select 2', 'Titles: select 1'])

    const done = await restoreBackup(owner, { ...over, environments: ['dev'] })
    expect(done, done.message).toMatchObject({ state: 'done', left: [] })
    expect(await listQueries(owner, projectId)).toEqual([
      'Later: select 2',
      'Titles: select title from photo',
    ])
    const views = await listViews(owner, projectId)
    expect(views.map(({ name }) => name)).toEqual(['Open', 'Own', 'Theirs'])
    expect(views[0]).toMatchObject({ id: openId, ...viewOf('Open', true) })
    const own = (await listViews(member, projectId)).find(({ name }) => name === 'Mine')
    expect(own?.filter.text).toBe('title = "newer"')
  }, 90_000)

  test('another member’s view keeps its name', async () => {
    const { owner, developer: member } = people()
    const projectId = album.projectId()
    await owner.client.call(deleteTableView, { params: { projectId, viewId: openId } })
    await make(member, viewOf('Open', false, 'title = "b"'))
    const { rows } = await withPlatform((client) =>
      client.query('select name from project where id = $1', [projectId]),
    )
    const confirm = String(rows[0]?.name)
    const over = { projectId, backupId, into: 'over', environments: ['dev'], confirm }
    const done = await restoreBackup(owner, over)
    expect(done.left.join(' ')).toContain('1 view was left out: the name is taken')
    expect((await listViews(owner, projectId)).map(({ name }) => name)).toEqual(['Own', 'Theirs'])
  }, 60_000)
})
