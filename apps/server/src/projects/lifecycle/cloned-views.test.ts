import {
  createSavedQuery,
  createTableView,
  listPreferences,
  listSavedQueries,
  listTableViews,
  savePreferences,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import { withPlatform } from '../../app/testing/people.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { newDatabaseName, useCloneServer } from './testing/use-clone-server.ts'

const { platform, urlOf, client, on, newSource, clone } = useCloneServer()

test('a clone has the queries, the shared views and what its owner arranged', async () => {
  const source = await newSource()
  const params = { projectId: source }
  await client().call(createSavedQuery, { params, body: { name: 'Ones', sql: 'select 1' } })
  const view = { tableId: 'tbl1', settings: { hidden: ['col1'] } }
  await client().call(createTableView, { params, body: { ...view, name: 'Mine', isShared: false } })
  const of = { ...params, tableId: 'tbl1' }
  await client().call(savePreferences, { params: of, body: { density: 'tall' } })
  await on(
    platform,
    `with other as (insert into staff (id, organisation_id, email, first_name, last_name, password_hash)
       select $2, organisation_id, 'other@example.com', 'An', 'Other', '' from staff limit 1
       returning id)
     insert into table_view (id, project_id, table_id, author_id, name, is_shared, content)
     select given.id, $1, 'tbl1', other.id, given.name, given.is_shared, content
     from other, (select content from table_view where project_id = $1) as mine,
       (values ('viw_1', 'Theirs', true), ('viw_2', 'Secret', false)) as given (id, name, is_shared)`,
    [source, newId('stf')],
  )
  const database = newDatabaseName('views')
  await withPlatform((platformOn) => platformOn.query(`create database ${database}`))
  const { projectId } = await clone(source, urlOf(database))
  const there = { projectId }
  const { queries } = await client().call(listSavedQueries, { params: there })
  expect(queries).toMatchObject([{ name: 'Ones', sql: 'select 1', revision: 1 }])
  const copied = await on(
    platform,
    `select name, is_shared as "isShared", email from table_view join staff on staff.id = author_id
     where project_id = $1 order by name`,
    [projectId],
  )
  expect(copied).toEqual([
    { name: 'Mine', isShared: false, email: 'admin@example.com' },
    { name: 'Theirs', isShared: true, email: 'other@example.com' },
  ])
  const { views } = await client().call(listTableViews, { params: there, query: { table: 'tbl1' } })
  expect(views.map(({ settings }) => settings.hidden)).toEqual([['col1'], ['col1']])
  const { preferences } = await client().call(listPreferences, { params: there })
  expect(preferences).toMatchObject({ tbl1: { density: 'tall' } })
})
