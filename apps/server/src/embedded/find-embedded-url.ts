import { join } from 'node:path'
import { clusterName } from './make-cluster.ts'
import { readIfThere } from './private-file.ts'

/** The address of the PostgreSQL that a server keeps under its data folder, if it has made one. */
export async function findEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const [ports, password] = await Promise.all([
    readIfThere(join(dataDir, 'ports.json')),
    readIfThere(join(dataDir, 'postgres', 'password')),
  ])
  if (ports === undefined || password === undefined) return undefined
  const { postgres } = JSON.parse(ports) as { postgres: number }
  return `postgres://${clusterName}:${password.trim()}@127.0.0.1:${postgres}/${clusterName}`
}
