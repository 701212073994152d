import type { Measurement } from '../measure/measurement.ts'
import { type Door, measureCost } from './paired-cost.ts'

/** The recorded requests, to prove that the metrics were on. */
async function readRecorded({ metrics }: Door) {
  const text = await (await fetch(`${metrics}/metrics`)).text()
  const counts = text.matchAll(/^plinth_http_request_duration_seconds_count\{.*\} (\d+)$/gm)
  const recorded = [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  return { text: `${recorded} requests recorded`, figures: { recorded } }
}

/** Cost of metrics for the data API: the record of each request, and a scrape every 15 s of 1,000 requests each. */
export const metricsCost: Measurement = {
  name: 'metrics-cost',
  run: () =>
    measureCost({
      what: 'recording metrics',
      server: 'metrics-server.ts',
      settings: { PLINTH_METRICS_PORT: '0' },
      prove: readRecorded,
    }),
}
