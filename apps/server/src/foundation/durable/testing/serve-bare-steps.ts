import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import * as restate from '@restatedev/restate-sdk'

const STEPS = 10

/** Baseline for a run of ten nodes: Restate alone, with ten steps that do nothing. */
export async function serveBareSteps(): Promise<{ url: string; path: string }> {
  const bare = restate.service({
    name: 'bareSteps',
    handlers: {
      run: async (ctx: restate.Context): Promise<number> => {
        let sum = 0
        for (let step = 0; step < STEPS; step += 1) sum += await ctx.run(`step ${step}`, () => step)
        return sum
      },
    },
  })
  const handler = restate.createEndpointHandler({ services: [bare], logger: () => undefined })
  const server = http2.createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, path: 'bareSteps/run' }
}
