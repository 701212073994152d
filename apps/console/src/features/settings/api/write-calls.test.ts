import { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { writeCalls, writeSetUp } from './write-calls.ts'
import type { Target } from './write-curl.ts'

const configuration = Configuration.parse({
  tables: [
    {
      id: 'u',
      name: 'users',
      type: 'Auth',
      columns: [
        { id: 'u1', name: 'email', type: 'email', options: { isRequired: true } },
        { id: 'u2', name: 'password', type: 'text', options: { isRequired: true, isHashed: true } },
        { id: 'u3', name: 'nick', type: 'text', options: { isRequired: true } },
        { id: 'u4', name: 'secret', type: 'text', options: { isHidden: true } },
      ],
    },
    {
      id: 'n',
      name: 'notes',
      columns: [
        { id: 'n0', name: 'picture', order: 0, type: 'image' },
        {
          id: 'n1',
          name: 'state',
          order: 1,
          type: 'select',
          options: { selectOptions: ["it's open", 'done'] },
        },
        {
          id: 'n2',
          name: 'owner',
          order: 2,
          type: 'relation',
          options: { tableId: 'u', isRequired: true },
        },
      ],
    },
    { id: 'c', name: 'totals', type: 'Computed' },
  ],
})

const own: Target = {
  address: 'http://localhost:4000',
  projectId: 'prj_1',
  environment: 'dev',
  isDomain: false,
  bearer: 'user',
}
const domain = { ...own, address: 'https://notes.example.com', isDomain: true }

function callsOf(name: string, target = own) {
  const table = configuration.tables.find((one) => one.name === name)
  if (!table) throw new Error(name)
  const calls = writeCalls(configuration, { table, target })
  return Object.fromEntries(calls.map(({ title, ...call }) => [title, call]))
}

describe('writeCalls', () => {
  test('uses real names, filters and relations, quoted for the shell', () => {
    expect(callsOf('notes')['List rows']?.curl).toBe(
      String.raw`curl -G 'http://localhost:4000/api/data/notes' \
  -H "Authorization: Bearer $TOKEN" \
  --data-urlencode '$projectId=prj_1' \
  --data-urlencode '$filter=state = "it'\''s open"' \
  --data-urlencode '$sort=-createdOn' \
  --data-urlencode '$limit=20' \
  --data-urlencode '$version=v2' \
  --data-urlencode '$withRelation=owner'`,
    )
    expect(callsOf('notes')['List rows']?.client).toContain(
      String.raw`$filter: filter${'`'}state = ${'$'}{'it\'s open'}${'`'},`,
    )
  })

  test('fills required fields and leaves out files', () => {
    expect(callsOf('notes')['Create a row']?.client).toBe(
      "const created = await data.table('notes').create({ owner: 'ROW_ID', state: 'it\\'s open' })",
    )
  })

  test('omits the project for a domain and names production', () => {
    expect(callsOf('notes', domain)['Delete a row']?.curl).toContain(
      "curl -X DELETE 'https://notes.example.com/api/data/notes/ROW_ID' ",
    )
    expect(callsOf('notes', { ...own, environment: 'production' })['Delete a row']?.curl).toContain(
      '?$projectId=prj_1&$environment=production',
    )
    expect(writeSetUp(domain, false)).toContain('createData<Tables>({ client, tables })')
  })

  test('omits the project and sign-in for an API key', () => {
    const byKey: Target = { ...own, environment: 'production', bearer: 'key' }
    const calls = callsOf('users', byKey)
    expect(Object.keys(calls)).not.toContain('Sign in')
    expect(calls['Read one row']?.curl).toBe(
      String.raw`curl -G 'http://localhost:4000/api/data/users/ROW_ID' \
  -H "Authorization: Bearer $PLINTH_KEY"`,
    )
    expect(writeSetUp(byKey, true)).toContain('token: () => process.env.PLINTH_KEY ?? null')
    expect(writeSetUp(byKey, true)).toContain('createData<Tables>({ client, tables })')
  })

  test('starts with sign-up and sign-in for an Auth table', () => {
    const calls = callsOf('users')
    expect(Object.keys(calls).slice(0, 2)).toEqual(['Sign up', 'Sign in'])
    expect(calls['Sign up']?.client).toContain(
      "users.signUp({ email: 'ada@example.com', password: 'a long password', nick: 'Some text' })",
    )
    expect(JSON.stringify(calls)).not.toContain('secret')
    expect(calls['Sign in']?.curl).not.toContain('TOKEN')
  })

  test('writes fetch with the token in a variable', () => {
    expect(callsOf('notes')['Update a row']?.fetch).toBe(
      `const response = await fetch('http://localhost:4000/api/data/notes/ROW_ID?$projectId=prj_1', {
  method: 'PUT',
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ state: 'it\\'s open' }),
})
const { data, error } = await response.json()`,
    )
    const byKey: Target = { ...own, bearer: 'key' }
    expect(callsOf('notes', byKey)['List rows']?.fetch).toContain('process.env.PLINTH_KEY')
  })

  test('sends no token for a guest', () => {
    const guest: Target = { ...own, bearer: 'guest' }
    const { title: _, request, ...texts } = { title: '', ...callsOf('notes', guest)['List rows'] }
    expect(JSON.stringify(texts)).not.toMatch(/Authorization|TOKEN/)
    expect(request).toMatchObject({ method: 'GET', path: '/api/data/notes' })
    expect(writeSetUp(guest, true)).not.toContain('token')
  })

  test('has only read calls for a Computed table', () => {
    expect(Object.keys(callsOf('totals'))).toEqual(['List rows', 'Read one row'])
  })
})
