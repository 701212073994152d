import { call } from '../../faults/stack/call.ts'
import { buildShopProject, type ShopProject } from '../rows/shop-project.ts'
import { pagePath } from '../rows/slow-neighbour.ts'
import type { Pressed, Pressure } from './press.ts'

export type Engine = 'postgres' | 'sqlite3'

export interface FairProject extends ShopProject {
  readonly staffToken: string
  /** The body that executes a workflow with one script, and its path. */
  readonly execution: (script: string) => Pressed
}

/** Where the hostile project uploads files to. */
const PAPERS = {
  id: 'papers',
  name: 'paper',
  columns: [{ id: 'p1', name: 'content', type: 'file' }],
}
const UPLOAD_BYTES = 256 * 1024
const LOOP = 'for (;;);'
const LONG_QUERY =
  'with recursive c(x) as (select 1 union all select x + 1 from c where x < 1000000000) select count(*) from c'

interface Building {
  readonly address: string
  readonly engine: Engine
  readonly rows: number
  readonly staffToken: string
}

/** A project with rows, an app user and a workflow of one script. */
export async function buildFairProject(building: Building): Promise<FairProject> {
  const { staffToken, address } = building
  const shop = await buildShopProject({
    ...building,
    adminToken: staffToken,
    moreTables: [PAPERS],
  })
  const base = `/api/project/${shop.projectId}/workflow`
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call({ address, token: staffToken }, { method, path, body })
    if (answer.status === undefined || answer.status >= 300)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data as Record<string, unknown>
  }
  const { nodeDefinitions } = await ask('GET', `${base}/nodes`)
  const definition = Object.values(nodeDefinitions as Record<string, { name: string }[]>)
    .flat()
    .find(({ name }) => name === 'javascript')
  const nodesOf = (code: string) => [
    {
      id: 'script',
      type: 'custom',
      position: { x: 0, y: 0 },
      data: {
        definition,
        active: true,
        parameters: { code, time_limit: 1 },
        credentials: {},
        label: 'script',
        isDisabled: false,
      },
    },
  ]
  const saved = await ask('POST', base, {
    name: 'Script',
    nodes: nodesOf('return 1'),
    connections: [],
    settings: { execution: { concurrency: 100 } },
    active: true,
  })
  const { id } = saved.workflow as { id: string }
  const execution = (script: string): Pressed => ({
    method: 'POST',
    path: `${base}/${id}/execute`,
    token: staffToken,
    body: { nodes: nodesOf(script), edges: [] },
  })
  return { ...shop, staffToken, execution }
}

const preview = ({ projectId, staffToken }: FairProject, text: string): Pressed => ({
  method: 'POST',
  path: `/api/project/${projectId}/workflow/preview`,
  token: staffToken,
  body: { text },
})

/** What the hostile project does, one kind at a time. */
export function attacksOf(hostile: FairProject): Readonly<Record<string, Pressure>> {
  const { projectId, token, staffToken, execution } = hostile
  const rows = { method: 'GET', token } as const
  return {
    previews: {
      connections: 40,
      pressed: preview(hostile, `{{ (() => { ${LOOP} })() }}`),
    },
    scripts: { connections: 10, pressed: execution(LOOP) },
    queries: {
      connections: 8,
      pressed: {
        method: 'POST',
        path: `/api/data/item?$projectId=${projectId}`,
        token: staffToken,
        body: { query: LONG_QUERY },
      },
    },
    uploads: {
      connections: 8,
      pressed: {
        method: 'POST',
        path: `/api/file/upload?$projectId=${projectId}`,
        token: staffToken,
        body: {
          tableName: PAPERS.name,
          columnName: 'content',
          files: [
            { fileName: 'paper.bin', fileSize: UPLOAD_BYTES, fileType: 'application/x-paper' },
          ],
        },
        uploads: UPLOAD_BYTES,
      },
    },
    filters: {
      connections: 100,
      pressed: { ...rows, path: pagePath(projectId, ' && title ~ "%zz%"') },
    },
    readers: { connections: 200, pressed: { ...rows, path: pagePath(projectId) } },
  }
}

/** What the quiet project does meanwhile. */
export function workOf(quiet: FairProject): Readonly<Record<string, Pressure>> {
  const { projectId, token, execution } = quiet
  return {
    rows: { connections: 2, pressed: { method: 'GET', path: pagePath(projectId), token } },
    previews: { connections: 1, pressed: preview(quiet, '{{ 1 + 1 }}') },
    runs: { connections: 1, pressed: execution('return 1') },
  }
}
