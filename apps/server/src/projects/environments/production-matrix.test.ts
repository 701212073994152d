import { type Endpoint, getProject } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { routes } from '../../app/startup/routes.ts'
import { checkRoutes, route } from '../../foundation/http/calls/route.ts'
import { newFileKey } from '../../rows/file-store/file-key.ts'
import {
  CANARY,
  getFromHost,
  openProductionPlace,
  type ProductionPlace,
  ROLES,
  setSwitch,
  type Who,
} from '../lifecycle/testing/production-place.ts'

/** How a route is called for production, besides its path parameters. */
interface Sent {
  query?: Record<string, string>
  body?: (fixture: ProductionPlace) => unknown
  /** It changes production, which only admins may do. */
  isWrite?: true
  /** The answer contains production data. */
  shows?: true
  /** A stream that does not end by itself. */
  isEndless?: true
}

const NOTE = { tableName: 'note', columnName: 'file' }
const IMAGE = { ...NOTE, projectId: '', tableId: 'note', isPrivate: true, multiple: false }
const FILE = { fileName: 'a.txt', fileSize: 1, fileType: 'text/plain' }

/** The address of a missing file in our own store. */
function fileUrl(projectId: string): string {
  const key = newFileKey({ folder: [projectId, 'note', 'file'], fileName: 'a.txt' })
  return `${inject('server').address}/files/${key}`
}

const SENT: Record<string, Sent> = {
  listRows: { shows: true },
  getRow: { shows: true },
  listRelated: {},
  exportRows: { shows: true },
  explainRow: {
    body: ({ rowId }) => ({ environment: 'production', table: 'note', rowId, user: null }),
  },
  runQuery: {
    body: () => ({ environment: 'production', sql: 'select title from note' }),
    shows: true,
  },
  getFileLinks: {
    body: ({ rowId }) => ({ ...NOTE, want: 'view', files: [{ rowId, fileKey: 'none' }] }),
  },
  getImageDownloadUrl: {
    body: ({ projectId }) => ({ ...IMAGE, projectId, imageurl: fileUrl(projectId) }),
  },
  createRow: { body: () => ({ title: 'new' }), isWrite: true },
  updateRow: { body: () => ({ title: CANARY }), isWrite: true },
  patchRow: { body: () => ({ title: CANARY }), isWrite: true },
  updateRows: { body: ({ rowId }) => [{ id: rowId, title: CANARY }], isWrite: true },
  deleteRow: { isWrite: true },
  deleteRows: { body: () => [crypto.randomUUID()], isWrite: true },
  importRows: { isWrite: true },
  requestUpload: { body: () => ({ ...NOTE, files: [FILE] }), isWrite: true },
  requestImageUpload: {
    body: ({ projectId }) => ({ ...IMAGE, projectId, imageName: 'a.png', imageType: 'image/png' }),
    isWrite: true,
  },
  listAppAccounts: { query: { environment: 'production', tableId: 'note' } },
  getAppAccount: { query: { environment: 'production', tableId: 'note' } },
  listRequests: { query: { environment: 'production' } },
  getRequestChart: { query: { environment: 'production' } },
  listRuns: { query: { environment: 'production' } },
  getRunChart: { query: { environment: 'production' } },
  listWorkflowActivity: { query: { environment: 'production' } },
  getRun: { shows: true },
  exportRun: { shows: true },
  watchRun: { shows: true },
  watchActivity: { query: { environment: 'production', of: 'runs' }, isEndless: true },
  cancelRun: { isWrite: true },
  replayRun: { body: () => ({ from: 'none' }), isWrite: true },
  retryRun: { body: () => ({}), isWrite: true },
  listApprovals: { query: { environment: 'production' }, shows: true },
  getApproval: { shows: true },
  // The approvers that a workflow names decide in production too.
  decideApproval: { body: () => ({ decision: 'approve' }) },
  listBackups: {},
  getBackup: {},
  watchBackup: {},
  downloadBackup: { body: () => ({}) },
  listIndexOffers: {},
  countRows: { query: { environment: 'production' } },
  streamLiveRows: { isEndless: true },
  changeLiveSubscriptions: { body: () => ({ connectionId: 'none' }) },
  getLiveUsage: { query: { environment: 'production' } },
}

const DATA = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ production }) => production !== undefined && production !== 'settings')

let fixture: ProductionPlace

function pathOf(endpoint: Endpoint, who: Who): string {
  const { projectId, rowId, runId, approvalId, backupId } = fixture
  // The deleted row is not used by other tests.
  const id = endpoint.name === 'deleteRow' && who === 'admin' ? crypto.randomUUID() : rowId
  const filled = endpoint.path
    .replace('{projectId}', projectId)
    .replace('{table}', 'note')
    .replace('{id}', id)
    .replace('{runId}', runId)
    .replace('{approvalId}', approvalId)
    .replace('{backupId}', backupId)
  const isOfRows = !endpoint.path.includes('{projectId}')
  const named = isOfRows ? { $projectId: projectId, $environment: 'production' } : {}
  return `${filled}?${new URLSearchParams({ ...named, ...SENT[endpoint.name]?.query })}`
}

async function call(endpoint: Endpoint, who: Who): Promise<{ status: number; text: string }> {
  const body = SENT[endpoint.name]?.body?.(fixture)
  const type = endpoint.takesLines ? 'application/x-ndjson' : 'application/json'
  const lines = endpoint.takesLines ? '{"title":"line"}\n' : undefined
  const sent = lines ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await fetch(`${inject('server').address}${pathOf(endpoint, who)}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${fixture.people[who].token}`,
      ...(sent === undefined ? {} : { 'content-type': type }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const { status } = answer
  if (!SENT[endpoint.name]?.isEndless || status !== 200)
    return { status, text: await answer.text() }
  await answer.body?.cancel()
  return { status, text: '' }
}

beforeAll(async () => {
  fixture = await openProductionPlace()
})

test('every route that serves data of production is in the matrix', () => {
  expect(DATA.map(({ name }) => name).sort()).toEqual(Object.keys(SENT).sort())
})

describe.each([
  { name: 'while developers may not read production', isOn: false },
  { name: 'while developers may read production', isOn: true },
])('$name', ({ isOn }) => {
  beforeAll(() => setSwitch(fixture, isOn))

  describe.each(DATA)('$method $path', (endpoint) => {
    test.each(ROLES)('%s', async (who) => {
      const { isWrite, shows } = SENT[endpoint.name] ?? {}
      const canRead = who !== 'developer' || isOn || endpoint.production === 'each'
      const { status, text } = await call(endpoint, who)
      if (isWrite ? who === 'admin' : canRead) {
        expect([401, 403], text).not.toContain(status)
        if (shows) expect([status, text]).toEqual([200, expect.stringContaining(CANARY)])
      } else {
        expect([status, text.includes(CANARY)]).toEqual([403, false])
        const reason = isWrite ? /Only an admin/ : /Developers cannot read production data/
        expect(text).toMatch(reason)
      }
    })
  })

  test.each(ROLES)('a raw query by %s', async (who) => {
    const { projectId, people } = fixture
    const search = new URLSearchParams({ $projectId: projectId, $environment: 'production' })
    const answer = await fetch(`${inject('server').address}/api/data/note?${search}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${people[who].token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'select title from note' }),
    })
    const shows = (await answer.text()).includes(CANARY)
    const canRead = who !== 'developer' || isOn
    expect([answer.status, shows]).toEqual(canRead ? [200, true] : [403, false])
  })

  test.each(ROLES)("%s reads through production's own domain", async (who) => {
    const { domain: host, people } = fixture
    const asked = { host, path: '/api/data/note', token: people[who].token }
    const { status, text } = await getFromHost(asked)
    const canRead = who !== 'developer' || isOn
    expect([status, text.includes(CANARY)]).toEqual(canRead ? [200, true] : [403, false])
  })

  test.each(ROLES)('the project tells %s whether production may be read', async (who) => {
    const params = { projectId: fixture.projectId }
    const { projectData } = await fixture.people[who].client.call(getProject, { params })
    expect(projectData.canReadProduction).toBe(who !== 'developer' || isOn)
  })

  test('every role reads dev, and the settings of production', async () => {
    const { projectId, people } = fixture
    for (const path of [
      `/api/data/note?$projectId=${projectId}`,
      `/api/project/${projectId}/run`,
      `/api/project/${projectId}/request`,
      `/api/project/${projectId}/configuration?$environment=production`,
      `/api/project/${projectId}/openapi.json?$environment=production`,
      `/api/project/${projectId}/run/retention?environment=production`,
      `/api/project/${projectId}/workflow`,
    ]) {
      const headers = { authorization: `Bearer ${people.developer.token}` }
      const answer = await fetch(`${inject('server').address}${path}`, { headers })
      expect([path, answer.status]).toEqual([path, 200])
    }
  })
})

test('a server does not start with a route that reaches an environment without declaring what it serves', () => {
  const listRuns = routes.find(({ endpoint }) => endpoint.name === 'listRuns')?.endpoint as Endpoint
  const watchRun = routes.find(({ endpoint }) => endpoint.name === 'watchRun')?.endpoint as Endpoint
  for (const { production: _, ...endpoint } of [listRuns, watchRun])
    expect(() => checkRoutes([route(endpoint as Endpoint, async () => ({}))])).toThrow(
      'does not declare what it serves of production',
    )
})
