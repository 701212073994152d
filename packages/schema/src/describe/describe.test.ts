import { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { openapiOfTables } from './openapi-of-tables.ts'
import { writeOverview } from './write-overview.ts'
import { writeTypes } from './write-types.ts'

type Json = Record<string, unknown>

const configuration = Configuration.parse({
  tables: [
    {
      id: 'users',
      name: 'users',
      order: 0,
      type: 'Auth',
      columns: [
        { id: 'u1', name: 'email', order: 0, type: 'email', options: { isRequired: true } },
        {
          id: 'u2',
          name: 'password',
          order: 1,
          type: 'text',
          options: { isRequired: true, isHashed: true },
        },
        { id: 'u3', name: 'secret', order: 2, type: 'text', options: { isHidden: true } },
        {
          id: 'u4',
          name: 'notes',
          order: 3,
          type: 'relation',
          options: { tableId: 'notes', columnId: 'n2', hasMultiple: true },
        },
      ],
    },
    {
      id: 'notes',
      name: 'notes',
      order: 1,
      columns: [
        { id: 'n1', name: 'title', type: 'text', order: 0, options: { isRequired: true } },
        {
          id: 'n2',
          name: 'owner',
          order: 1,
          type: 'relation',
          options: { tableId: 'users', columnId: 'u4', isRequired: true },
        },
        {
          id: 'n3',
          name: 'state',
          order: 2,
          type: 'select',
          options: { selectOptions: ['a', 'b'] },
        },
        {
          id: 'n4',
          name: 'marks',
          order: 3,
          type: 'select',
          options: { selectOptions: ['x', 'y'], hasMultiple: true },
        },
        { id: 'n5', name: 'size', order: 4, type: 'number', options: { isRequired: true } },
        { id: 'n6', name: 'files', order: 5, type: 'file', options: { hasMultiple: true } },
        { id: 'n7', name: 'extra', order: 6, type: 'json' },
        { id: 'n8', name: 'done', order: 7, type: 'checkbox' },
      ],
    },
    { id: 'totals', name: 'totals', order: 2, type: 'Computed', query: 'select 1 as id' },
  ],
})

describe('generated types', () => {
  const text = writeTypes(configuration)

  test('a row contains returned fields only: none hashed or hidden', () => {
    expect(text).toContain(`  users: {
    row: {
      id: string
      createdOn: string
      updatedOn: string
      email: string
      notes?: string[]
      expand?: {
        notes?: Tables['notes']['row'][]
      }
      $more?: { [Name in 'notes']?: MoreLinks }
    }
    create: {
      email: string
      password: string
      notes?: string[]
    }
    update: {
      email?: string
      password?: string
      notes?: string[]
    }
    relation: 'notes'
  }
`)
  })

  test('every field type has its own type, and a default makes it optional', () => {
    expect(text).toContain(`    create: {
      title: string
      owner: string
      state?: 'a' | 'b' | null
      marks?: ('x' | 'y')[] | null
      size?: number
      files?: FileInput[] | null
      extra?: Json | null
      done?: boolean | null
    }
`)
  })

  test('a Computed table is read-only with untyped columns', () => {
    expect(text).toContain('row: { id: string; [column: string]: Json }\n    create: never')
    expect(text).toContain('totals: null,')
  })

  test('imports only what is used', () => {
    expect(text).toContain(
      "import type { FileInput, FileValue, Json, MoreLinks } from '@plinth/client'",
    )
    expect(writeTypes(Configuration.parse({}))).not.toContain('import')
  })

  test('quotes names that are not identifiers', () => {
    const odd = Configuration.parse({ tables: [{ id: 't', name: `my "table"'s` }] })
    expect(writeTypes(odd)).toContain(`'my "table"\\'s': {`)
  })
})

describe('generated OpenAPI document', () => {
  const document = openapiOfTables(configuration, {
    title: 'Notes',
    version: '3',
    projectId: 'prj_1',
    environment: 'dev',
    servers: ['https://api.example.com'],
  })
  const text = JSON.stringify(document)

  test('every reference resolves', () => {
    const refs = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '')
    expect(refs.length).toBeGreaterThan(20)
    for (const path of refs) {
      const found = path
        .split('/')
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document)
      expect(found, path).toBeDefined()
    }
  })

  test('has the endpoints of its tables, read-only for a Computed one', () => {
    const calls = Object.entries(document.paths as Record<string, object>).map(
      ([path, methods]) => `${path} ${Object.keys(methods).join()}`,
    )
    expect(calls).toEqual([
      ...[
        'sign-up',
        'sign-in',
        'refresh',
        'sign-out',
        'password',
        'verify',
        'request-reset',
        'reset',
        'code',
        'code/confirm',
      ].map((act) => `/api/auth/users/${act} post`),
      '/api/auth/users/provider get',
      '/api/auth/users/provider/{name}/start get',
      '/api/auth/users/provider/{name}/link post',
      '/api/auth/users/provider/confirm post',
      '/api/auth/users/identity get,post,delete',
      '/api/auth/users/passkey get,post',
      '/api/auth/users/passkey/start post',
      '/api/auth/users/passkey/{passkeyId} put,delete',
      '/api/auth/users/passkey/sign-in/start post',
      '/api/auth/users/passkey/sign-in post',
      '/api/auth/users/approval get',
      '/api/auth/users/approval/{approvalId}/decide post',
      '/api/data/users get,post,put,delete',
      '/api/data/users/{id} get,put,patch,delete',
      '/api/data/users/{id}/notes get',
      '/api/data/notes get,post,put,delete',
      '/api/data/notes/{id} get,put,patch,delete',
      '/api/data/totals get',
      '/api/data/totals/{id} get',
      '/api/file/upload post',
      '/api/file/links post',
    ])
  })

  test('contains no hidden field and no rule, and no hashed field in rows', () => {
    expect(text).not.toMatch(/secret|@request/)
    const { schemas } = document.components as { schemas: Record<string, { properties: object }> }
    expect(Object.keys(schemas.users?.properties ?? {})).not.toContain('password')
    expect(Object.keys(schemas.usersCreate?.properties ?? {})).toContain('password')
  })

  test('expand has the rows of relations, and lists have a cursor', () => {
    const { schemas } = document.components as { schemas: Record<string, { properties: Json }> }
    expect(schemas.users?.properties.expand).toMatchObject({
      properties: { notes: { type: 'array', items: { $ref: '#/components/schemas/notes' } } },
    })
    expect(schemas.notes?.properties.expand).toMatchObject({
      properties: { owner: { anyOf: [{ $ref: '#/components/schemas/users' }, { type: 'null' }] } },
    })
    expect(text).toContain('"cursor":{"type":["string","null"]')
  })

  test('with the grants of a key it has only their tables and operations', () => {
    const granted = openapiOfTables(configuration, {
      title: 'Notes',
      version: '3',
      projectId: 'prj_1',
      environment: 'dev',
      servers: ['https://api.example.com'],
      grants: { notes: ['list', 'create'] },
    })
    expect(
      Object.entries(granted.paths as Json).map(
        ([path, methods]) => `${path} ${Object.keys(methods as Json)}`,
      ),
    ).toEqual(['/api/data/notes get,post', '/api/file/upload post', '/api/file/links post'])
    expect(JSON.stringify(granted)).not.toMatch(/users/)
  })

  test('names of components are valid for any table', () => {
    const odd = Configuration.parse({ tables: [{ id: 't', name: `my "table"'s` }] })
    const about = { title: 'Odd', version: '1', projectId: 'prj_1', environment: 'dev' }
    const made = openapiOfTables(odd, { ...about, servers: ['https://api.example.com'] })
    const { schemas } = made.components as { schemas: Json }
    expect(Object.keys(schemas)).toEqual(['t', 'tCreate', 'tUpdate'])
    expect(Object.keys(made.paths as Json)[0]).toBe("/api/data/my%20%22table%22's")
  })

  test('operation ids are unique', () => {
    const names = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('writeOverview', () => {
  const about = {
    ...{ title: 'Notes', version: '3', projectId: 'prj_one', environment: 'dev' },
    servers: ['https://plinth.example.org'],
  }

  test('has every visible field of every table, with its type', () => {
    const text = writeOverview(configuration, about)
    expect(text).toContain('| `title` | text | required in new rows |')
    expect(text).toContain('| `owner` | id of users | required in new rows')
    expect(text).toContain('| `state` | one of `a`, `b` |')
    expect(text).toContain('| `password` | text | required in new rows, write-only |')
    expect(text).toContain('`POST /api/auth/users/sign-up`')
    expect(text).not.toContain('secret')
  })

  test('tells staff the rules, and a key only what it was granted', () => {
    expect(writeOverview(configuration, about)).toContain(
      '- list: `GET /api/data/notes`, rule `@request.auth.id != ""`',
    )
    const granted = writeOverview(configuration, { ...about, grants: { notes: ['list'] } })
    expect(granted).toContain('- list: `GET /api/data/notes`\n')
    expect(granted).not.toMatch(/rule|create:|## users|id of users/)
  })
})
