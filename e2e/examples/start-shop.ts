import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseEnv } from 'node:util'
import { installExample } from './install-example.ts'

/** The shop, built and started according to its README. */
export interface RunningShop {
  folder: string
  projectId: string
  address: string
  /** Starts the same build once more with other settings; returns its address. */
  startWith(settings: Record<string, string>): Promise<string>
  close(): Promise<void>
}

const ENV = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }

type Server = ChildProcessByStdio<null, Readable, null>

interface Start {
  folder: string
  settings: Record<string, string>
}

/** Starts the built shop on a free port. */
async function startNext({
  folder,
  settings,
}: Start): Promise<{ server: Server; address: string }> {
  const next = join(folder, 'node_modules/next/dist/bin/next')
  const server = spawn(process.execPath, [next, 'start', '--port=0', '--hostname=localhost'], {
    cwd: folder,
    env: { ...ENV, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/localhost:\d+/.exec(line)?.[0]
    if (!address) continue
    server.stdout.resume()
    return { server, address }
  }
  throw new Error('Next ended before it listened')
}

/** Follows the README: installs the shop with the packed client, creates its project, builds and starts it. */
export async function startShop(): Promise<RunningShop> {
  const { folder, npm, remove } = await installExample('shop-next')
  await npm(['run', 'build'], ENV)
  const env = parseEnv(await readFile(join(folder, '.env.local'), 'utf8'))
  const servers: Server[] = []
  const startWith = async (settings: Record<string, string>) => {
    const { server, address } = await startNext({ folder, settings })
    servers.push(server)
    return address
  }
  return {
    folder,
    projectId: env.PLINTH_PROJECT_ID ?? '',
    address: await startWith({}),
    startWith,
    async close() {
      const ended = servers.map((server) => once(server, 'exit'))
      for (const server of servers) server.kill()
      await Promise.all(ended)
      await remove()
    },
  }
}
