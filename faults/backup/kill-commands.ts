import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { eventually } from '../stack/eventually.ts'
import { type BackupSetup, callerOf } from './backup-setup.ts'
import { checkState, makeTwoStates } from './two-states.ts'

const program = join(import.meta.dirname, '../../apps/server/src/app/plinth-server.ts')

interface Ran {
  child: ChildProcess
  ended: Promise<{ code: number | null; said: string }>
}

function plinth({ dataDir }: BackupSetup, args: string[]): Ran {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PLINTH_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('exit', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

/** Starts a command and kills it some time after it has begun to work. */
async function killOnce(
  setup: BackupSetup,
  options: { args: string[]; hasBegun: () => Promise<boolean> | boolean; afterMs: number },
) {
  const { child, ended } = plinth(setup, options.args)
  let isOver = false
  const end = ended.finally(() => {
    isOver = true
  })
  await eventually(async () => isOver || (await options.hasBegun()), {
    limitMs: 30_000,
    everyMs: 5,
  })
  await sleep(options.afterMs)
  child.kill('SIGKILL')
  return end
}

const beginning = (folder: string, name: string) =>
  readdirSync(folder).filter((found) => found.startsWith(name))

interface Given {
  database: 'sqlite3' | 'postgres'
  rows: number
  files: number
  /** Maximum delay before a command is killed. */
  spreadMs: number
}

/** Kills the commands with SIGKILL: no partial result may look complete, and a second attempt succeeds. */
export async function killCommands(setup: BackupSetup, options: Given): Promise<string[]> {
  const { database, rows, files, spreadMs } = options
  const folder = join(setup.dataDir, `commands-${database}-${Date.now()}`)
  mkdirSync(folder)
  const problems: string[] = []
  const say = (words: string) => void problems.push(`${database}: ${words}`)
  const must = async (what: string, args: string[]) => {
    const { code, said } = await plinth(setup, args).ended
    if (code !== 0) say(`${what} ended with ${code}: ${said.slice(-300)}`)
  }
  const afterMs = () => Math.random() * spreadMs
  const archive = join(folder, 'shop.plinth')

  const states = await makeTwoStates(callerOf(setup), {
    database,
    rows,
    files,
    backUp: async ({ projectId }) => {
      const args = ['backup', '--project', projectId, '--out', archive]
      const hasBegun = () => beginning(folder, 'shop.plinth').length > 0
      await killOnce(setup, { args, hasBegun, afterMs: afterMs() })
      for (const name of beginning(folder, 'shop.plinth')) {
        // Only tests whether the archive is accepted: there is no project of that name to restore over.
        const look = ['restore', '--in', join(folder, name), '--into', 'prj_none', '--confirm', '-']
        const { said } = await plinth(setup, look).ended
        const isWhole = said.includes('every part is what it was')
        if (!isWhole && name === 'shop.plinth')
          say('a killed backup has its final name but is incomplete')
        if (!isWhole && !/cut off|damaged|no backup/.test(said)) say(`${name}: ${said}`)
      }
      await must('the second backup', args)
    },
  })
  const { projectId, name } = states.project

  const out = join(folder, 'export')
  const leave = ['export', '--project', projectId, '--out', out]
  const hasBegun = () => beginning(folder, 'export').length > 0
  await killOnce(setup, { args: leave, hasBegun, afterMs: afterMs() })
  const isThere = beginning(folder, 'export').includes('export')
  if (isThere && !readdirSync(out).includes('README.md')) say('a killed export is incomplete')
  if (!isThere) await must('the second export', leave)

  const over = ['restore', '--in', archive, '--into', projectId, '--confirm', name]
  const isRestoring = () =>
    withPlatform(setup.dataDir, async (db) => {
      const rows = await db.query(
        sql`select 1 from restore where project_id = ${projectId} and state = 'running'`,
      )
      return rows.length > 0
    })
  await killOnce(setup, { args: over, hasBegun: isRestoring, afterMs: afterMs() })
  const judge = async (which: string) => {
    const { is, problems } = await checkState(callerOf(setup), states)
    for (const words of problems) say(`${which}: ${words}`)
    return is
  }
  await judge('after a killed restore')
  // The server detects the killed command and removes its leftovers.
  await eventually(async () => !(await isRestoring()), { limitMs: 120_000, everyMs: 100 })
  await judge('when that was cleaned up')
  await must('the second restore', over)
  const is = await judge('after the second restore')
  if (is !== 'before') say(`a restore that succeeded left it as ${is}`)
  return problems
}
