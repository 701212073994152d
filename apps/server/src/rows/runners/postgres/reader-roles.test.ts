import { describe, expect, test } from 'vitest'
import { CLUSTER_VERSIONS } from '../../../app/testing/own-cluster.ts'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { readerRole, viewOwnerRole } from '../../../databases/engine/role-names.ts'
import { field, table } from '../../../databases/testing/configurations.ts'
import { ANN, adults, computed, inside, people, useReaders } from '../../testing/use-readers.ts'

describe.each(CLUSTER_VERSIONS)('environment roles, PostgreSQL %i', (version) => {
  const { world, asProduct, asSuperuser, start, startWithAnn, read, readView } = useReaders(version)

  test('the reader may read rows but never a hashed column', async () => {
    const placement = await startWithAnn()
    expect(await read(placement, 'select current_user::text as name')).toEqual([
      { name: readerRole(placement) },
    ])
    const from = inside(placement, 'people')
    expect(await read(placement, `select name, note from ${from}`)).toEqual([
      { name: 'Ann', note: 'hush' },
    ])
    for (const hashed of ['pin', '*', 'to_jsonb(people)', 'people::text', 'count(people)'])
      await expect(
        read(placement, `select ${hashed} from ${from} as people`),
      ).rejects.toMatchObject({
        cause: { code: '42501' },
      })
  })

  test('have exactly these privileges, and our role keeps no membership in them', async () => {
    const placement = await startWithAnn(adults)
    await readView(placement, 'adults')
    const names = [readerRole(placement), viewOwnerRole(placement)]
    const roles = await asSuperuser(
      placement,
      `select rolname as name, rolcanlogin as login, rolinherit or rolsuper or rolcreaterole or rolcreatedb
         or rolreplication or rolbypassrls as more from pg_roles where rolname in ('${names.join("', '")}') order by 1`,
    )
    expect(roles).toEqual([
      { name: names[0], login: true, more: false },
      { name: names[1], login: false, more: false },
    ])
    const usable = version === 15 ? 'true' : 'inherit_option or set_option'
    const members = await asSuperuser(
      placement,
      `select 1 from pg_auth_members where roleid::regrole::text in ('${names.join("', '")}') and (${usable})`,
    )
    expect(members).toEqual([])
    const owned = await asSuperuser(
      placement,
      `select c.relname as what, o.rolname as owner, c.relacl::text as acl from pg_class c
         join pg_roles o on o.oid = c.relowner where o.rolname in ('${names.join("', '")}')`,
    )
    const [reader, owner] = names
    expect(owned).toEqual([
      { what: 'adults', owner, acl: `{${owner}=r/${owner},${reader}=r/${owner}}` },
    ])
    const rights = await asSuperuser(
      placement,
      `select grantee as who, table_name as from, string_agg(column_name, ' ' order by column_name) as columns
       from information_schema.column_privileges where grantee in ('${names.join("', '")}')
         and table_schema = '${placement.schema}' and table_name <> 'adults'
       group by 1, 2 order by 1, 2`,
    )
    expect(rights).toEqual([
      { who: reader, from: 'people', columns: 'age createdOn id name note updatedOn' },
      { who: owner, from: 'people', columns: 'age createdOn id name updatedOn' },
    ])
    const creating = await asSuperuser(
      placement,
      `select 1 from unnest(array['${names.join("', '")}']) as r where has_schema_privilege(r, '${placement.schema}', 'create')`,
    )
    expect(creating).toEqual([])
  })

  test('a view belongs to the view owner, and our own role may not read it', async () => {
    const old = computed('old', 'select "id", "name" from "adults"')
    const placement = await startWithAnn(old, adults)
    expect(await readView(placement, 'adults')).toEqual([{ id: ANN, name: 'Ann' }])
    expect(await readView(placement, 'old')).toEqual([{ id: ANN, name: 'Ann' }])
    for (const view of ['adults', 'old'])
      await expect(asProduct(placement, `select * from ${view}`)).rejects.toMatchObject({
        code: '42501',
      })
    const target = await world().placeOf(placement)
    const unmarked = { text: `select * from ${inside(placement, 'adults')}`, values: [] }
    await expect(world().runner.read(target, unmarked)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['a whole row', 'select p."id", to_jsonb(p) as "j" from "people" as p', '"pin"'],
    [
      'a whole row in a sub-select',
      'select 1 as "id", (select max(p::text) from "people" as p) as "m"',
      '"pin"',
    ],
    ['a hashed column', 'select "id", length("pin") as "l" from "people"', '"pin"'],
    ['a hidden column', 'select "id" from "people" where "note" is null', '"note"'],
    ['a star', 'select * from "people"', 'hidden or hashed'],
  ])('refuses %s of a table with a restricted column, and names it', async (_what, query, name) => {
    const placement = await start(people())
    const result = await world().sync(placement, people(), computed('v', query))
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining(name) })
  })

  test.each([
    ['count(*)', 'select 1 as "id", count(*) as "n" from "people"'],
    ['open columns', 'select p."id", to_jsonb(array[p."name"]) as "j" from "people" as p'],
    [
      'rows of a sub-select',
      'select s."id", to_jsonb(s) as "j" from (select "id", "name" from "people") as s',
    ],
  ])('accepts %s of the same table', async (_what, query) => {
    const placement = await startWithAnn(computed('v', query))
    expect(await readView(placement, 'v')).toHaveLength(1)
  })

  test('a star omits columns of deleted fields, in views and raw queries', async () => {
    const notes = (...names: string[]) =>
      table(
        'notes',
        names.map((name) => field(name)),
      )
    const copy = computed('copy', 'select * from "notes"')
    const placement = await start(notes('old', 'title'), copy)
    await asProduct(placement, `insert into notes (id, old, title) values ('${ANN}', 'o', 't')`)
    expect(await world().sync(placement, notes('title'), copy)).toMatchObject({ kind: 'applied' })
    expect((await readView(placement, 'copy')).map(({ id, title }) => ({ id, title }))).toEqual([
      { id: ANN, title: 't' },
    ])
    const ask = async (query: string) =>
      world().runner.query(await world().placeOf(placement), {
        query,
        values: [],
        tables: [],
        most: 9,
        maxBytes: 100_000,
      })
    expect(await ask('select n.* from notes n')).toMatchObject({
      ok: true,
      columns: expect.arrayContaining(['title']),
    })
    expect(await ask('select to_jsonb(n) from notes n')).toMatchObject({
      message: expect.stringContaining('Name the columns one by one'),
    })
  })

  test('the view owner cannot read hashed or hidden columns, whatever a view selects', async () => {
    const placement = await startWithAnn(adults)
    await readView(placement, 'adults')
    const owner = viewOwnerRole(placement)
    for (const [at, column] of ['to_jsonb(p)', 'p.pin', 'p.note'].entries()) {
      const view = inside(placement, `sly${at}`)
      await asSuperuser(
        placement,
        `create view ${view} as select id, ${column} as x from people as p; alter view ${view} owner to "${owner}";
         grant select on ${view} to "${readerRole(placement)}"`,
      )
      await expect(readView(placement, `sly${at}`)).rejects.toMatchObject({
        fault: { kind: 'unavailable', message: expect.stringContaining('hidden or hashed') },
      })
    }
  })

  test('refuses a second statement behind a query', async () => {
    const placement = await start(people())
    const query = `select "id", 1 as a$x$ from "people"; create table stolen (id int); select 2 as b$x$`
    const result = await world().sync(placement, people(), computed('v', query))
    expect(result).toMatchObject({ kind: 'refused' })
    expect(await asProduct(placement, `select to_regclass('stolen')::text as it`)).toEqual([
      { it: null },
    ])
  })

  test('privileges follow new tables, renamed tables and columns that become hidden', async () => {
    const placement = await startWithAnn(adults)
    await readView(placement, 'adults')
    const pets = table('pets', [field('species')])
    expect(await world().sync(placement, people(), adults, pets)).toMatchObject({ kind: 'applied' })
    expect(await readView(placement, 'pets')).toEqual([])
    const hidden = table('people', [
      field('name', 'text', { isHidden: true }),
      field('age', 'number'),
      field('pin', 'text', { isHashed: true }),
      field('note', 'text', { isHidden: true }),
    ])
    const grown = computed('adults', 'select "id", "age" from "people"')
    await world().sync(
      placement,
      { ...hidden, name: 'persons' },
      { ...grown, query: 'select "id", "age" from "persons"' },
    )
    expect(await readView(placement, 'adults')).toEqual([{ id: ANN, age: '70' }])
    const rights = await asSuperuser(
      placement,
      `select string_agg(column_name, ' ' order by column_name) as columns from information_schema.column_privileges
       where grantee = '${viewOwnerRole(placement)}' and table_name = 'persons'`,
    )
    expect(rights).toEqual([{ columns: 'age createdOn id updatedOn' }])
  })

  test('views stay readable after an undo and a restored table', async () => {
    const placement = await startWithAnn(adults)
    await world().sync(placement, people())
    await expect(readView(placement, 'adults')).rejects.toMatchObject({ fault: { kind: 'stale' } })
    const undone = { migrationId: 'mig_undo', by: 'test' }
    expect(await world().engine.undoLast(placement, undone)).toMatchObject({ kind: 'applied' })
    expect(await readView(placement, 'adults')).toEqual([{ id: ANN, name: 'Ann' }])
    expect(await world().sync(placement, table('pets', [field('species')]))).toMatchObject({
      kind: 'applied',
    })
    const [trashed] = (await world().engine.readCatalogue(placement)).trash
    const restored = { trashId: trashed?.id ?? '', migrationId: 'mig_back', by: 'test' }
    expect(await world().engine.restoreFromTrash(placement, restored)).toMatchObject({
      kind: 'applied',
    })
    expect(await readView(placement, 'people').catch((error) => error)).toMatchObject({
      fault: { kind: 'unavailable' },
    })
    expect(await read(placement, `select name from ${inside(placement, 'people')}`)).toEqual([
      { name: 'Ann' },
    ])
  })

  test('dropping an environment drops both roles', async () => {
    const placement = await startWithAnn(adults)
    const other = await startWithAnn(adults)
    await readView(placement, 'adults')
    await world().engine.drop(placement)
    const left = (of: Placement) =>
      asSuperuser(
        other,
        `select 1 from pg_roles where rolname in ('${readerRole(of)}', '${viewOwnerRole(of)}')`,
      )
    expect(await left(placement)).toEqual([])
    expect(await left(other)).toHaveLength(2)
  })

  test('cannot read the rows of another environment', async () => {
    const [own, neighbour] = [await startWithAnn(adults), await startWithAnn(adults)]
    await readView(neighbour, 'adults')
    for (const from of ['people', 'adults', '_plinth_meta'])
      await expect(read(own, `select 1 from ${inside(neighbour, from)}`)).rejects.toMatchObject({
        cause: { code: '42501' },
      })
    await expect(read(own, `select 1 from ${inside(own, '_plinth_meta')}`)).rejects.toMatchObject({
      cause: { code: '42501' },
    })
  })
})
