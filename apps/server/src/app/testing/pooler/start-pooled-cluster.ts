import { startCluster } from '../own-cluster.ts'
import { startPgBouncer } from './start-pgbouncer.ts'

/** A PostgreSQL behind PgBouncer, and the settings of a product that uses it. */
export async function startPooledCluster() {
  const cluster = await startCluster(18)
  const bouncer = await startPgBouncer(cluster.url)
  return {
    settings: {
      DATABASE_URL: bouncer.url,
      PLINTH_DIRECT_DATABASE_URL: cluster.url,
      PLINTH_POSTGRES_POOLER: 'transaction',
    },
    async stop() {
      await bouncer.stop()
      await cluster.remove()
    },
  }
}
