import type { Logger } from 'pino'
import type { TraceSettings } from '../settings/trace-settings.ts'

/** Starts to record and send spans. The SDK is loaded only here, so a process without an endpoint has none of it. */
export async function openTraces(
  settings: TraceSettings | undefined,
  given: { log: Logger; version: string },
): Promise<() => Promise<void>> {
  if (!settings) return async () => undefined
  const { startExporting } = await import('./start-exporting.ts')
  return startExporting(settings, given)
}
