import { createClient } from '@plinth/client'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { preloadWithout } from '../attacks/setup/attack-setup.ts'
import type { Guard } from '../attacks/setup/guard.ts'
import { eventually } from '../stack/eventually.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../stack/stack.ts'

/** The product on one address, so that redirect URIs stay the same after a kill. */
export async function openProduct(off: readonly Guard[], settings: Record<string, string>) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = makeDataDir()
  const { env, execArgv } = preloadWithout(off, import.meta.dirname)
  const start = () =>
    startStack({
      dataDir,
      execArgv,
      env: { ...env, PORT: String(port), PLINTH_BASE_URL: address, ...settings },
    })
  let stack: Stack = await start()
  return {
    address,
    async restart() {
      stack.kill('all')
      await eventually(() => stack.hasEnded(), { limitMs: 10_000 })
      stack = await start()
    },
    async close() {
      await stack.stop()
      removeDataDir(dataDir)
    },
  }
}

export const clientOf = (baseUrl: string, token: string | null) =>
  createClient({ baseUrl, token: () => token, warn: () => undefined, retries: 0 })
