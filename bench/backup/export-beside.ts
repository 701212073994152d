import { execFile, spawn } from 'node:child_process'
import { openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { embeddedDatabaseUrl } from '../../faults/stack/stack.ts'
import { type BackupBench, seconds } from './backup-bench.ts'
import { readPeak } from './peak-memory.ts'
import { type Sum, sumOf, sumOfFile, sumOfTable } from './rows-of.ts'

const program = join(import.meta.dirname, '../../apps/server/src/app/plinth.ts')

/** Runs a command with a file as standard input. */
async function load(command: string, { args, file }: { args: string[]; file: string }) {
  const input = openSync(file, 'r')
  const child = spawn(command, args, { stdio: [input, 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (part) => (said += part))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said.slice(0, 500)}`)
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

async function runExport({ dataDir }: BackupBench, { projectId, out }: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [program, 'export', '--project', projectId ?? '', '--out', out ?? ''],
    {
      env: { PATH: process.env.PATH, PLINTH_DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  let peak = 0
  child.stderr.on('data', (part) => (said += part))
  const look = setInterval(() => {
    peak = Math.max(peak, readPeak(child.pid ?? 0))
  }, 100)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(look)
  if (code !== 0) throw new Error(`the export ended with ${code}: ${said}`)
  return peak
}

/** Exports a project and loads both scripts with the databases' own commands. */
export async function exportBeside(setup: BackupBench, projectId: string) {
  const { dataDir } = setup
  const out = join(dataDir, `export-${projectId}`)
  let peakMb = 0
  const took = await seconds(async () => {
    peakMb = await runExport(setup, { projectId, out })
  })
  const admin = new pg.Client({ connectionString: embeddedDatabaseUrl(dataDir) })
  await admin.connect()
  await admin.query(`create database "${projectId}"`)
  await admin.end()
  const url = embeddedDatabaseUrl(dataDir, projectId)
  const psql = await seconds(() =>
    load('psql', {
      args: ['-q', '-v', 'ON_ERROR_STOP=1', url],
      file: join(out, 'dev/postgres.sql'),
    }),
  )
  const file = join(dataDir, `${projectId}.loaded.db`)
  const sqlite3 = await seconds(() =>
    load('sqlite3', { args: ['-bail', file], file: join(out, 'dev/sqlite.sql') }),
  )
  await promisify(execFile)('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: out })
  const own = await sumOf(setup, projectId)
  const isOwn = ({ rows, digest }: Sum) => rows === own.rows && digest === own.digest
  const violations = [
    ...(isOwn(await sumOfTable(url, 'public')) ? [] : ['psql loaded different rows']),
    ...(isOwn(await sumOfFile(file)) ? [] : ['sqlite3 loaded different rows']),
  ]
  return { seconds: took, peakMb, psql, sqlite3, bytes: sizeOf(out), violations }
}
