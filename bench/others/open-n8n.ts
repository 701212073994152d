import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import { createDatabase, queryDatabase } from './databases.ts'
import { installOther, type Other } from './install-other.ts'
import { runOther, startOther } from './start-other.ts'
import { tenNodesOfN8n, WORKFLOW_ID } from './ten-nodes-of-n8n.ts'

export const N8N: Other = {
  name: 'n8n',
  version: '2.41.1',
  overrides: {
    linkedom: {
      version: '0.18.12',
      why: 'the newest that n8n accepts depends on a package that is not published everywhere; unused here',
    },
  },
}

/**
 * Settings that differ from n8n's defaults: saved progress as measured, higher concurrency in its favour, no
 * telemetry.
 */
export const N8N_SETTINGS = {
  DB_TYPE: 'postgresdb',
  DB_POSTGRESDB_POOL_SIZE: '10',
  EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true',
  N8N_RUNNERS_MAX_CONCURRENCY: '20',
  N8N_LOG_LEVEL: 'error',
  N8N_DISABLE_UI: 'true',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
}

/** Starts n8n on the same database server, with the ten-node workflow active behind a webhook. */
export async function openN8n({ serverUrl, dataDir }: { serverUrl: string; dataDir: string }) {
  const folder = await installOther(N8N)
  const databaseUrl = new URL(await createDatabase(serverUrl, 'n8n'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...N8N_SETTINGS,
    HOME: dataDir,
    N8N_USER_FOLDER: dataDir,
    N8N_ENCRYPTION_KEY: 'a key of this measurement alone',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    DB_POSTGRESDB_HOST: decodeURIComponent(databaseUrl.hostname),
    DB_POSTGRESDB_PORT: databaseUrl.port,
    DB_POSTGRESDB_DATABASE: 'n8n',
    DB_POSTGRESDB_USER: databaseUrl.username,
    DB_POSTGRESDB_PASSWORD: databaseUrl.password,
  }
  const cli = join(folder, 'node_modules/n8n/bin/n8n')
  const file = join(dataDir, 'ten-nodes.json')
  writeFileSync(file, JSON.stringify([tenNodesOfN8n]))
  await runOther({ folder, env, words: [cli, 'import:workflow', `--input=${file}`] })
  await runOther({ folder, env, words: [cli, 'publish:workflow', `--id=${WORKFLOW_ID}`] })
  const { pid, output, stop } = await startOther({
    folder,
    env,
    words: [cli, 'start'],
    healthUrl: `${address}/healthz/readiness`,
  })
  const url = new URL('/webhook/ten-nodes', address)
  /** Number of finished runs in its database; the last ones are written after their responses. */
  const countFinished = async () => {
    const [row] = await queryDatabase<{ finished: number }>(
      databaseUrl.href,
      `select count(*)::int as finished from execution_entity where status = 'success'`,
    )
    return row?.finished ?? 0
  }
  const listens = async () => {
    const answer = await fetch(url, { method: 'POST' })
    await answer.text()
    return answer.status !== 404
  }
  if (!(await eventually(listens, { limitMs: 60_000, everyMs: 500 }))) {
    await stop()
    throw new Error(`n8n's webhook is not there:\n${output()}`)
  }
  return { url, pid, countFinished, stop }
}

export type N8n = Awaited<ReturnType<typeof openN8n>>
