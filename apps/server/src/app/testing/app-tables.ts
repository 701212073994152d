import { randomUUID } from 'node:crypto'
import type { Client } from '@plinth/client'
import {
  type AppSession,
  Configuration,
  type Database,
  saveConfiguration,
  signUpUser,
  syncDatabase,
} from '@plinth/contract'
import { guest, newProject, type Person } from './people.ts'

const column = (id: string, name: string, type: string, options: object = {}) => ({
  id,
  name,
  type,
  options,
})

const accountColumns = (table: string) => [
  column(`${table}_email`, 'email', 'email', { isUnique: true, isRequired: true }),
  column(`${table}_password`, 'password', 'text', { isHashed: true, isRequired: true }),
  column(`${table}_verified`, 'verified', 'checkbox'),
]

/** An app with people who may sign up, members who may not, and notes that only their authors can access. */
export function appConfiguration(database: Database): Configuration {
  return Configuration.parse({
    database,
    tables: [
      {
        id: 'people',
        name: 'people',
        type: 'Auth',
        columns: [
          ...accountColumns('people'),
          column('nick', 'nick', 'text', { max: 20 }),
          column('score', 'score', 'number', { isHidden: true, default: 7 }),
        ],
        rules: { create: 'true', view: 'id = @request.auth.id', delete: 'id = @request.auth.id' },
      },
      { id: 'members', name: 'members', type: 'Auth', columns: accountColumns('members') },
      {
        id: 'closed',
        name: 'closed',
        type: 'Auth',
        columns: accountColumns('closed'),
        rules: { list: '', view: '', create: '', update: '', delete: '' },
      },
      {
        id: 'notes',
        name: 'notes',
        columns: [column('title', 'title', 'text'), column('author', 'author', 'text')],
        rules: {
          list: 'author = @request.auth.id',
          view: 'author = @request.auth.id',
          create: 'author = @request.auth.id && @request.auth.table = "people"',
          update: 'author = @request.auth.id',
          delete: 'author = @request.auth.id',
        },
      },
    ],
  })
}

/** A project with these tables in its dev environment. */
export async function newApp(owner: Person, configuration: Configuration): Promise<string> {
  const projectId = await newProject(owner)
  await owner.client.call(saveConfiguration, {
    params: { projectId },
    body: { newConfiguration: configuration },
  })
  await owner.client.call(syncDatabase, { params: { projectId }, body: {} })
  return projectId
}

export interface SignedUp extends AppSession {
  email: string
  password: string
}

/** A new user of the app's people. */
export async function signUp(
  projectId: string,
  { client = guest(), ...fields }: { client?: Client; email?: string; nick?: string } = {},
): Promise<SignedUp> {
  const account = { email: `${randomUUID()}@example.com`, password: 'a password of a user' }
  const session = await client.call(signUpUser, {
    params: { table: 'people' },
    query: { $projectId: projectId },
    body: { ...account, ...fields },
  })
  return { ...account, ...fields, ...session }
}
