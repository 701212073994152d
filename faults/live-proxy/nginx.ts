import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { eventually } from '../stack/eventually.ts'

const UP_MS = 30_000

/** What stands between client and server. */
export const PROXIES = {
  /** Debian's settings. */
  plain: '',
  /** Cuts every answer in which nothing is sent for two seconds. */
  cutting: 'proxy_read_timeout 2s;',
  /** Collects answers, whatever the server asks for. */
  collecting: 'proxy_ignore_headers X-Accel-Buffering; proxy_buffering on;',
} as const
export type ProxyName = keyof typeof PROXIES

export interface RunningNginx {
  addresses: Record<ProxyName, string>
  /** Starts new workers; the old ones end their connections within a second. */
  reload(): void
  stop(): Promise<void>
}

const KINDS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const

function configure(folder: string, target: string, ports: Record<ProxyName, number>): string {
  const servers = Object.entries(PROXIES).map(
    ([name, settings]) =>
      `server { listen 127.0.0.1:${ports[name as ProxyName]}; location / { proxy_pass ${target}; ${settings} } }`,
  )
  const paths = KINDS.map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
  return [
    ...[`pid ${join(folder, 'nginx.pid')};`, 'error_log stderr crit;', 'daemon off;'],
    ...['worker_shutdown_timeout 1s;', 'events {}'],
    ...['http {', 'access_log off;', ...paths, ...servers, '}', ''],
  ].join('\n')
}

/** Debian's nginx in front of the product, once with each setting. */
export async function startNginx(folder: string, target: string): Promise<RunningNginx> {
  mkdirSync(folder, { recursive: true })
  const ports = { plain: await freePort(), cutting: await freePort(), collecting: await freePort() }
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configure(folder, target, ports))
  const child: ChildProcess = spawn('/usr/sbin/nginx', ['-e', 'stderr', '-c', file, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const addressOf = (name: ProxyName) => `http://127.0.0.1:${ports[name]}`
  const isUp = () =>
    fetch(`${addressOf('plain')}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await eventually(isUp, { limitMs: UP_MS }))) throw new Error('nginx does not answer')
  return {
    addresses: {
      plain: addressOf('plain'),
      cutting: addressOf('cutting'),
      collecting: addressOf('collecting'),
    },
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', end)
    },
  }
}
