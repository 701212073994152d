import { serveMetrics } from '../../foundation/metrics/serve-metrics.ts'
import type { Closers } from '../context/closers.ts'
import type { Context } from '../context/context.ts'
import { addInstallationFigures } from './installation-figures.ts'
import { addProcessFigures } from './process-figures.ts'

/** Serves the metrics of this process, if it has a port for them; returns the port. */
export async function startMetrics(
  context: Context,
  closers: Closers,
): Promise<number | undefined> {
  const { env, metrics, log } = context
  if (!env.metrics) return undefined
  addProcessFigures(context)
  addInstallationFigures(context)
  const served = await serveMetrics(env.metrics, { metrics, log })
  closers.add(() => served.close())
  log.info({ host: env.metrics.host, port: served.port }, 'metrics: listening')
  return served.port
}
