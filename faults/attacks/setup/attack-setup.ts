import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildNotesProject,
  type Engine,
  type NotesProject,
  newMember,
} from '../../rows/notes-project.ts'
import { signIn } from '../../stack/call.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../../stack/stack.ts'
import type { Guard } from './guard.ts'

const ROOT = join(import.meta.dirname, '../../..')
const NO_LIMIT = '100000000'

/** A project under attack, with an owner besides its developer. */
export interface AttackedProject extends NotesProject {
  owner: string
}

/** The running product with two projects on each database that have no member in common. */
export interface AttackSetup {
  address: string
  stack: Stack
  dataDir: string
  /** The admin's token. */
  admin: string
  /** The attacker's project, and the neighbour's. */
  projects: Readonly<Record<Engine, { own: AttackedProject; neighbour: AttackedProject }>>
  /** A new project for attacks that leave something broken. */
  newProject(engine: Engine): Promise<AttackedProject>
  /** Starts the product with a new data folder and other settings, and with the same guards switched off. */
  startOther(env: Record<string, string>): Promise<Stack>
  /** A world-writable folder; files found there count as written by an attack. */
  outDir: string
}

/** Settings with which the product starts without some guards; `folder` has the replacements below `off`. */
export function preloadWithout(
  guards: readonly Guard[],
  folder: string,
): { env: Record<string, string>; execArgv: string[] } {
  if (guards.length === 0) return { env: {}, execArgv: [] }
  const replace = guards.flatMap(({ replaces }) =>
    Object.entries(replaces).map(([from, to]) => [
      join(ROOT, 'apps/server/src', from),
      join(folder, 'off', to),
    ]),
  )
  return {
    env: { ATTACKS_REPLACE: JSON.stringify(Object.fromEntries(replace)) },
    execArgv: ['--import', join(import.meta.dirname, 'without-guards.ts')],
  }
}

/** Starts the product with some guards switched off, and creates its projects. */
export async function openAttackSetup(
  off: readonly Guard[],
): Promise<{ setup: AttackSetup; close(): Promise<void> }> {
  const dataDir = makeDataDir()
  const { env, execArgv } = preloadWithout(off, join(import.meta.dirname, '..'))
  const stack = await startStack({
    dataDir,
    execArgv,
    env: { ...env, PLINTH_SIGN_IN_ATTEMPTS: NO_LIMIT },
  })
  const { address } = stack
  const outDir = mkdtempSync(join(tmpdir(), 'attacks-'))
  chmodSync(outDir, 0o777)
  const others: Stack[] = []
  const startOther = async (settings: Record<string, string>): Promise<Stack> => {
    const other = await startStack({
      dataDir: makeDataDir(),
      execArgv,
      env: { ...env, ...settings },
    })
    others.push(other)
    return other
  }
  const close = async () => {
    for (const other of others) {
      await other.stop()
      removeDataDir(other.dataDir)
    }
    await stack.stop()
    removeDataDir(dataDir)
    rmSync(outDir, { recursive: true, force: true })
  }
  try {
    const admin = await signIn(address)
    const newProject = async (engine: Engine): Promise<AttackedProject> => {
      const project = await buildNotesProject(address, { engine })
      const { projectId } = project
      return {
        ...project,
        owner: await newMember({ address, token: admin }, { projectId, role: 'owner' }),
      }
    }
    const pair = async (engine: Engine) => ({
      own: await newProject(engine),
      neighbour: await newProject(engine),
    })
    const projects = { postgres: await pair('postgres'), sqlite3: await pair('sqlite3') }
    return {
      setup: { address, stack, dataDir, admin, projects, newProject, startOther, outDir },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
