import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { listStoredKeys } from '../foundation/callers/api-key-store.ts'
import {
  findLeft,
  readEnvironments,
  readPlaces,
  takeReplaced,
} from '../operations/backups/restore/restore-store.ts'
import { readStagedFile } from '../operations/backups/restore/staged-file.ts'
import { readContents } from '../operations/backups/store/backup-store.ts'
import { findStoppedList } from '../projects/availability/availability-store.ts'
import { openFileFolder } from '../rows/file-store/disk/file-folder.ts'
import { readRowSettings } from '../rows/row-events/row-settings.ts'
import { selectCredentials } from '../workflows/credentials/credential-store.ts'
import { readNamedUses } from '../workflows/definitions/staged-workflow-store.ts'
import { readCredentialUses, readStoredCanvas } from '../workflows/definitions/workflow-text.ts'
import { findHook } from '../workflows/triggers/webhook/hook-store.ts'
import { answering, describeShapes } from './testing/stored-shape.ts'

const placement = {
  environmentId: 'env_1',
  engine: 'sqlite3',
  server: 'local',
  database: 'env_1.db',
  schema: 'main',
  connection: null,
}
const emptyCanvas = { nodes: '[]', connections: '[]', settings: '{}' }
const settings = {
  errorHandling: { retryCount: 0, retryDelay: 0, failureAction: 'stop' },
  execution: { timeout: 0, concurrency: 1 },
  access: { execute: '' },
}
const contents = {
  environment: 'dev',
  database: 'sqlite3',
  tables: 1,
  rows: 2,
  files: 3,
  workflows: 4,
  credentials: 5,
  constants: 6,
  domains: 7,
}
const stagedFile = {
  number: 1,
  key: 'prj_1/a',
  tableId: 't',
  columnId: 'c',
  fileName: 'a.txt',
  type: 'text/plain',
  acl: 'private',
  rowId: null,
  size: 3,
  store: 'disk',
}

describeShapes([
  {
    what: 'stopped projects',
    read: async (text) =>
      (await findStoppedList(answering({ version: '2', stopped: text }), '1'))?.stopped,
    good: [{ projectId: 'prj_1', state: 'archived', watched: ['env_1'] }],
    bad: [{ projectId: 'prj_1', state: 'open', watched: [] }],
    at: ' at [0].state',
  },
  {
    what: 'API key grants',
    read: async (text) => {
      const [key] = await listStoredKeys(answering({ grants: text }), 'prj_1')
      return key?.grants
    },
    good: { t: ['list', 'view'] },
    bad: { t: ['own'] },
    at: ' at t[0]',
  },
  {
    what: 'backup contents',
    read: (text) => readContents({ contents: text }),
    good: [contents],
    bad: [{ ...contents, rows: 'many' }],
    at: ' at [0].rows',
  },
  {
    what: 'places of a restore',
    read: (text) => readPlaces({ places: text }),
    good: [{ projectId: 'prj_1', placements: [placement] }],
    bad: [{ projectId: 'prj_1', placements: [{ ...placement, engine: 'oracle' }] }],
    at: ' at [0].placements[0].engine',
  },
  {
    what: 'environments of a restore',
    read: (text) => readEnvironments({ environments: text }),
    good: ['dev', 'production'],
    bad: ['staging'],
    at: ' at [0]',
  },
  {
    what: 'left-out items of a restore',
    read: (text) => findLeft(answering({ left: text }), 'prj_1'),
    good: ['1 workflow is switched off.'],
    bad: 'one',
    at: '',
  },
  {
    what: 'replaced rows',
    read: async (text) => (await takeReplaced(answering({ id: 'd', placement: text })))?.placement,
    good: placement,
    bad: { ...placement, connection: 'postgres://' },
    at: ' at connection',
  },
  {
    what: 'staged file of a restore',
    read: readStagedFile,
    good: stagedFile,
    bad: { ...stagedFile, store: 'tape' },
    at: ' at store',
  },
  {
    what: 'nodes of a workflow',
    read: (text) => readStoredCanvas({ ...emptyCanvas, nodes: text }).nodes,
    good: [],
    bad: [{ id: 'n' }],
    at: ' at [0].position',
  },
  {
    what: 'connections of a workflow',
    read: (text) => readStoredCanvas({ ...emptyCanvas, connections: text }).connections,
    good: [{ id: 'e', source: 'a', target: 'b', sourceHandle: null, targetHandle: null }],
    bad: [{ id: 'e', source: 'a', target: 7, sourceHandle: null, targetHandle: null }],
    at: ' at [0].target',
  },
  {
    what: 'settings of a workflow',
    read: (text) => readStoredCanvas({ ...emptyCanvas, settings: text }).settings,
    good: settings,
    bad: { ...settings, execution: { timeout: 'long' } },
    at: ' at execution.timeout',
  },
  {
    what: 'credential uses of a workflow',
    read: readCredentialUses,
    good: [['node', 'account', 'crd_1']],
    bad: [['node', 'account']],
    at: ' at [0]',
  },
  {
    what: 'credential uses of a staged workflow',
    read: readNamedUses,
    good: [['node', 'account', 'http', 'Shop']],
    bad: [{ node: 'account' }],
    at: ' at [0]',
  },
  {
    what: 'credentials of a trigger',
    read: async (text) => {
      const hook = { parameters: '{}', credentials: text, execute: null }
      const found = await findHook(answering(hook), { environment: 'dev', secret: 's' })
      return found?.credentials
    },
    good: { account: 'crd_1' },
    bad: { account: 7 },
    at: ' at account',
  },
])

describe.each([
  ['trigger settings', readRowSettings],
  ['credential', (text: string) => selectCredentials(answering({ data: text }), 'prj_1')],
])('stored %s', (what, read) => {
  test('is an object of any values', async () => {
    const readOf = async (text: string) => read(text)
    await expect(readOf('{"table":"orders"}')).resolves.toBeDefined()
    await expect(readOf('[]')).rejects.toThrow(`${what}: stored JSON is not an object`)
  })
})

test('the metadata of a file on disk is read as it was written, and refused if it is damaged', async () => {
  const root = await mkdtemp(join(tmpdir(), 'plinth-metadata-'))
  try {
    const folder = openFileFolder(root)
    const file = { key: 'a', type: 'text/plain', acl: 'private', length: { exact: 3 } } as const
    await folder.receive({ ...file, body: Readable.from([Buffer.from('abc')]) })
    expect(await folder.readMetadata('a')).toMatchObject({ size: 3, acl: 'private' })
    await writeFile(join(root, 'a~facts'), '{"size":3,"type":"text/plain","etag":"e","acl":"open"}')
    await expect(folder.readMetadata('a')).rejects.toThrow(
      'file metadata: stored JSON is not valid at acl: ',
    )
  } finally {
    await rm(root, { recursive: true })
  }
})
