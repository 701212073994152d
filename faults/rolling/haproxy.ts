import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eventually } from '../stack/eventually.ts'

const CONFIGURATION = join(import.meta.dirname, '../../ops/proxy/haproxy.cfg')
const TLS = 'bind :443 ssl crt /etc/haproxy/plinth.pem'
const UP_MS = 30_000

/** The servers of the published configuration and the addresses written there. */
export const SERVERS = {
  'data-1': '127.0.0.1:4011',
  'data-2': '127.0.0.1:4012',
  'api-1': '127.0.0.1:4021',
  'api-2': '127.0.0.1:4022',
} as const
export type ServerName = keyof typeof SERVERS

/** HAProxy with the published configuration. */
export interface RunningProxy {
  /** Waits until it sends requests to a server. */
  waitUntilUp(name: ServerName): Promise<void>
  stop(): Promise<void>
}

function replaceOnce(text: string, was: string, now: string): string {
  if (text.split(was).length !== 2) throw new Error(`haproxy.cfg does not have "${was}" once`)
  return text.replace(was, now)
}

/** The published configuration with the addresses of the test, and a socket that tells the state. */
function configure(at: Record<ServerName, string>, listen: string, socket: string): string {
  let text = readFileSync(CONFIGURATION, 'utf8')
  text = replaceOnce(text, TLS, `bind ${listen}`)
  text = replaceOnce(text, '\nglobal\n', `\nglobal\n  stats socket ${socket}\n`)
  for (const [name, written] of Object.entries(SERVERS))
    text = replaceOnce(text, `${name} ${written}`, `${name} ${at[name as ServerName]}`)
  return text
}

function ask(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const connection = connect(socket, () => connection.write(`${command}\n`))
    connection.on('data', (chunk) => {
      answer += chunk.toString()
    })
    connection.once('end', () => resolve(answer))
    connection.once('error', reject)
  })
}

async function isUp(socket: string, name: ServerName): Promise<boolean> {
  const [header = '', ...lines] = (await ask(socket, 'show stat').catch(() => '')).split('\n')
  const status = header.split(',').indexOf('status')
  const line = lines.find((one) => one.split(',')[1] === name)
  return line?.split(',')[status]?.startsWith('UP') ?? false
}

export async function startProxy(
  folder: string,
  { at, listen }: { at: Record<ServerName, string>; listen: string },
): Promise<RunningProxy> {
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')]
  writeFileSync(file, configure(at, listen, socket))
  execFileSync('haproxy', ['-c', '-q', '-f', file])
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async waitUntilUp(name) {
      if (!(await eventually(() => isUp(socket, name), { limitMs: UP_MS, everyMs: 100 })))
        throw new Error(`HAProxy does not see ${name}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', end)
    },
  }
}
