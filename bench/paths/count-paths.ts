import { join } from 'node:path'
import { startServer } from '../../apps/server/src/app/startup/start-server.ts'
import { readEnv } from '../../apps/server/src/foundation/settings/env.ts'
import { buildNotesProject } from '../../faults/rows/notes-project.ts'
import { call, signIn } from '../../faults/stack/call.ts'
import { openProject } from '../../faults/stack/make-workflow.ts'
import { ADMIN, makeDataDir, removeDataDir } from '../../faults/stack/stack.ts'
import { openTracer } from './trace-files.ts'

const SERVER = join(import.meta.dirname, '../../apps/server/src')
const WARM = 20

type Act = () => Promise<unknown>

async function warm(act: Act): Promise<Act> {
  for (let at = 0; at < WARM; at += 1) await act()
  return act
}

/** The five main paths as acts against a running server. */
async function listPaths(address: string): Promise<Record<string, Act>> {
  const admin = { address, token: await signIn(address) }
  const notes = await buildNotesProject(address, { engine: 'postgres' })
  const user = { address, token: notes.user.token }
  const query = `$projectId=${notes.projectId}`
  const must = async (at: typeof admin, request: Parameters<typeof call>[1]) => {
    const answer = await call(at, request)
    if (answer.status === undefined || answer.status >= 300) {
      throw new Error(`${request.path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }
  const project = `/api/project/${notes.projectId}`
  let columns = 0
  const sync = async () => {
    const { projectData } = (await must(admin, { method: 'GET', path: project })) as {
      projectData: {
        configuration: { new_configuration: { tables: { name: string; columns: object[] }[] } }
      }
    }
    const newConfiguration = projectData.configuration.new_configuration
    columns += 1
    const added = { id: `added${columns}`, name: `added${columns}`, type: 'text', options: {} }
    for (const table of newConfiguration.tables)
      if (table.name === 'topic') table.columns.push(added)
    const body = { newConfiguration }
    await must(admin, { method: 'POST', path: `${project}/configuration`, body })
    await must(admin, { method: 'POST', path: `/api/database/${notes.projectId}/sync`, body: {} })
  }
  const workflows = await openProject(address)
  const manual = { kind: 'trigger-manual', parameters: { data: '{"n": 1}' } }
  const webhook = { kind: 'trigger-webhook', parameters: {} }
  const executed = await workflows.save('Executed', [manual])
  const called = await workflows.save('Called', [webhook])
  const path = `/api/project/${workflows.projectId}/workflow/${executed.id}`
  const saved = (await must(admin, { method: 'GET', path })) as {
    data: { workflow: { nodes: unknown[]; connections: unknown[] } }
  }
  const { nodes, connections: edges } = saved.data.workflow
  const url = new URL(called.triggers[0]?.url ?? '')
  return {
    'page of rows': () =>
      must(user, { method: 'GET', path: `/api/data/note?${query}&$limit=50&$sort=rank` }),
    'save a cell': () =>
      must(user, {
        method: 'PUT',
        path: `/api/data/note/${notes.notes[0]}?${query}`,
        body: { title: `Note ${Math.random()}` },
      }),
    execute: () => must(admin, { method: 'POST', path: `${path}/execute`, body: { nodes, edges } }),
    webhook: () => must(admin, { method: 'POST', path: url.pathname, body: { n: 1 } }),
    sync,
  }
}

const dataDir = makeDataDir()
const server = await startServer(
  readEnv([], {
    PORT: '0',
    PLINTH_HOST: '127.0.0.1',
    PLINTH_DATA_DIR: dataDir,
    PLINTH_ADMIN_EMAIL: ADMIN.email,
    PLINTH_ADMIN_PASSWORD: ADMIN.password,
    PLINTH_SIGN_IN_ATTEMPTS: '100000000',
    PLINTH_LOG_LEVEL: 'silent',
  }),
)
try {
  const paths = await listPaths(server.address)
  for (const [name, act] of Object.entries(paths)) {
    const warmed = name === 'sync' ? act : await warm(act)
    const tracer = await openTracer(SERVER)
    const files = await tracer.trace(warmed)
    await tracer.close()
    const above = files.filter((file) => !file.startsWith('foundation/'))
    console.log(`${name}: ${files.length} server files, ${above.length} above foundation`)
    if (process.argv.includes('--files')) for (const file of files) console.log(`  ${file}`)
  }
} finally {
  await server.stop()
  removeDataDir(dataDir)
}
