import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newStaff, withPlatform } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { endSessionsOfOthers } from './identity-store.ts'

useOwnServer()

const issuer = 'https://id.example'
const kinds: [string | null, string | null][] = [
  [null, null],
  [issuer, 'plinth'],
  [issuer, null],
  [issuer, 'another'],
  ['https://old.example', 'plinth'],
]

async function openSessions(): Promise<string> {
  const { id } = await newStaff()
  await withPlatform(async (on) => {
    await on.query('delete from session where staff_id = $1', [id])
    for (const [identity, client] of kinds) {
      await on.query(
        `insert into session (token_hash, staff_id, expires_at, identity_issuer, identity_client)
         values ($1, $2, now() + interval '1 day', $3, $4)`,
        [hashToken(randomUUID()), id, identity, client],
      )
    }
  })
  return id
}

const left = (id: string) =>
  withPlatform(async (on) => {
    const { rows } = await on.query(
      `select identity_issuer, identity_client from session where staff_id = $1
       order by 1 nulls first, 2 nulls last`,
      [id],
    )
    return rows.map((row) => [row.identity_issuer, row.identity_client])
  })

test.each([
  ['another provider or client', { issuer, clientId: 'plinth' }, kinds.slice(0, 3)],
  ['any provider, if there is none now', undefined, kinds.slice(0, 1)],
])('sessions of %s end with the start of the server', async (_name, provider, expected) => {
  const id = await openSessions()
  const db = openDatabase({
    url: testServer().databaseUrl,
    maxConnections: 1,
    onError: () => undefined,
  })
  await endSessionsOfOthers(db, provider).finally(() => db.close())
  expect(await left(id)).toEqual(expected)
})
