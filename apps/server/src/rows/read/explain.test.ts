import { explainRow } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { expectApiError } from '../../app/testing/people.ts'
import { setDoor } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'

describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { library, by, send, newBook } = useLibrary(database)
  const explain = async (
    table: string,
    rowId: string | null,
    who: 'ann' | 'bob' | 'eve' | null,
  ) => {
    const { owner, projectId } = library()
    const user = who ? { table: 'user', id: library()[who].id } : null
    const { operations } = await owner.client.call(explainRow, {
      params: { projectId },
      body: { environment: 'dev', table, rowId, user },
    })
    return Object.fromEntries(
      operations.map(({ operation, verdict, rule, clause }) => [
        operation,
        `${verdict}: ${clause ? rule.slice(clause.from, clause.to) : ''}`,
      ]),
    )
  }

  test.each([
    {
      name: 'the author of a draft',
      who: 'ann',
      view: 'allowed: author = @request.auth.id',
      update: 'allowed: author = @request.auth.id && @request.body.status:changed = false',
    },
    {
      name: 'another user',
      who: 'bob',
      view: 'denied: author = @request.auth.id || status = "open"',
      update:
        'denied: author = @request.auth.id && @request.body.status:changed = false || @request.auth.role = "editor"',
    },
    {
      name: 'an editor',
      who: 'eve',
      view: 'denied: author = @request.auth.id || status = "open"',
      update: 'allowed: @request.auth.role = "editor"',
    },
    {
      name: 'a guest',
      who: null,
      view: 'denied: author = @request.auth.id || status = "open"',
      update:
        'denied: author = @request.auth.id && @request.body.status:changed = false || @request.auth.role = "editor"',
    },
  ] as const)('$name', async ({ who, view, update }) => {
    const book = await newBook('ann')
    const said = await explain('book', book.id, who)
    expect(said).toMatchObject({ view, list: view, update })
    // The explanation matches the actual response.
    const read = await send('GET', `book/${book.id}`, who ? by(who) : {})
    expect(read.status === 200).toBe(view.startsWith('allowed'))
  })

  test('reports locked and broken rules, and evaluates a new row as empty', async () => {
    expect(await explain('vault', null, 'ann')).toMatchObject({ view: 'locked: ' })
    await setDoor(library().projectId, undefined)
    expect((await explain('door', null, 'ann')).list).toMatch(/^(broken: DOOR|denied|allowed)/)
    await setDoor(library().projectId, 'open')
    expect(await explain('book', null, 'ann')).toMatchObject({
      create: 'denied: author = @request.auth.id',
    })
  })

  test('explains the row to staff only', async () => {
    const book = await newBook('ann')
    const headers = { 'x-explain': '1', 'x-explain-user': `user/${library().bob.id}` }
    const told = await send('GET', `book/${book.id}`, { ...by('owner'), headers })
    expect(told.body.explain).toContainEqual(
      expect.objectContaining({ operation: 'view', verdict: 'denied' }),
    )
    const plain = await send('GET', `book/${book.id}`, { ...by('ann'), headers })
    expect(plain.body.explain).toBe(undefined)
  })

  test('answers 404 for an unknown row or user', async () => {
    const { owner, projectId } = library()
    const ask = (body: object) =>
      expectApiError(
        owner.client.call(explainRow, {
          params: { projectId },
          body: { table: 'book', rowId: null, user: null, ...body },
        }),
      )
    expect((await ask({ rowId: 'none' })).status).toBe(404)
    expect((await ask({ user: { table: 'book', id: library().ann.id } })).status).toBe(404)
    expect((await ask({ table: 'nothing' })).status).toBe(404)
  })
})
