import { beforeAll, expect } from 'vitest'
import { type Library, openLibrary, type Sending, send } from './shelf.ts'

type Who = 'ann' | 'bob' | 'eve' | 'owner' | 'admin' | 'guest'
export type Book = Record<string, unknown> & { id: string; updatedOn: string }

/** A library for one test suite, with common helpers. */
export function useLibrary(database: 'postgres' | 'sqlite3') {
  const held: { library?: Library } = {}
  beforeAll(async () => {
    held.library = await openLibrary(database)
  })
  const library = (): Library => {
    if (!held.library) throw new Error('The library is not open yet')
    return held.library
  }
  const by = (who: Who) => (who === 'guest' ? {} : { token: library()[who].token })
  const sendHere = (method: string, path: string, sending: Sending = {}) =>
    send(method, path, {
      ...sending,
      query: { $projectId: library().projectId, ...sending.query },
    })
  const newBook = async (who: 'ann' | 'bob', body: object = {}): Promise<Book> => {
    const made = await sendHere('POST', 'book', {
      ...by(who),
      body: { title: 'A book', status: 'draft', author: library()[who].id, ...body },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return made.body.data
  }
  return { library, by, send: sendHere, newBook }
}
