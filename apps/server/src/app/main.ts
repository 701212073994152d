import { setFlagsFromString } from 'node:v8'
import { readEnv, SettingsError } from '../foundation/settings/env.ts'
import type { RunningServer } from './startup/start-server.ts'
import { startServer } from './startup/start-server.ts'

// By default V8 collects large strings, such as bodies and pages of rows, only after its heap has grown severalfold.
setFlagsFromString('--heap-growing-percent=25')

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

function announce({ address, firstAdmin }: RunningServer): void {
  const admin = firstAdmin
    ? [
        `  Sign in as  ${firstAdmin.email}`,
        `  Password    ${firstAdmin.generatedPassword ?? 'as set in PLINTH_ADMIN_PASSWORD'}`,
        ...(firstAdmin.generatedPassword ? ['              (shown this once)'] : []),
      ]
    : []
  const rule = '─'.repeat(60)
  say(['', rule, `  Plinth is ready at ${address}`, ...admin, rule, ''])
}

function fail(error: unknown): never {
  const known =
    error instanceof SettingsError || (error instanceof Error && error.name === 'StartError')
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

try {
  const env = readEnv(process.argv)
  const server = await startServer(env)
  announce(server)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    server.stop().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  fail(error)
}
