import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../health/version.ts'
import { programEnv } from '../testing/settings/program-env.ts'

const program = join(import.meta.dirname, '../plinth-server.ts')

function run(args: string[], settings: Record<string, string>) {
  const env = programEnv(settings)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env })
  return { status, said: String(stdout) + String(stderr) }
}

test('accepts settings that can be used, without printing secrets, and names unknown ones', () => {
  const { status, said } = run(['config', 'check'], {
    PORT: '4711',
    PLINTH_SECRET_KEY: 's'.repeat(32),
    DATABASE_URL: 'postgres://plinth:hidden@db.example/plinth',
    PLINTH_EGRES_ALLOW: 'a:1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a:hidden@traces.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=hidden',
  })
  expect(status).toBe(0)
  expect(said).toContain('PORT = 4711')
  expect(said).toContain('PLINTH_SECRET_KEY = (set)')
  expect(said).toContain(
    'Warning: PLINTH_EGRES_ALLOW is unknown; did you mean PLINTH_EGRESS_ALLOW?',
  )
  expect(said).toContain('The settings can be used. Roles: api, data, worker.')
  expect(said).not.toMatch(/ssss|hidden/)
})

test('refuses settings that cannot be used, and says all of them', () => {
  const { status, said } = run(['config', 'check'], {
    PORT: 'many',
    PLINTH_SECRET_KEY_FILE: '/nowhere/key',
    PLINTH_LOG_LEVEL: 'loud',
  })
  expect(status).toBe(1)
  expect(said).toContain('  PORT: ')
  expect(said).toContain('  PLINTH_SECRET_KEY_FILE: "/nowhere/key" cannot be read (ENOENT)')
  expect(said).toContain('  PLINTH_LOG_LEVEL: ')
})

test('prints usage for other arguments, and the version', () => {
  expect(run(['config'], {})).toEqual({ status: 2, said: 'plinth-server config check\n' })
  expect(run(['--version'], {})).toEqual({ status: 0, said: `${VERSION}\n` })
})
