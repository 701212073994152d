import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPlacedEnvironment } from '../../../apps/server/src/rows/environments/environment-store.ts'
import type { Engine } from '../../rows/notes-project.ts'
import { withPlatform } from '../../runs/check-runs.ts'
import { call } from '../../stack/call.ts'
import type { AttackedProject, AttackSetup } from '../setup/attack-setup.ts'
import type { AttackTargets } from './sql-attack.ts'

/** Random texts in locations that queries of the attacked project must not reach. */
export interface Canaries {
  /** Targets of the statements, one entry per file that contains a canary. */
  readonly targets: readonly AttackTargets[]
  /** Harm shown by a response, or a file written since the last call. */
  findHarm(text: string, reader: 'developer' | 'guest'): string | undefined
  /** Whether a response names the neighbour's schema or file, which is not secret but worth reporting. */
  namesNeighbour(text: string): boolean
  /** Changed tables of the neighbour and of the attacked project. */
  findChanged(): Promise<string[]>
}

const newCanary = () => randomBytes(12).toString('hex')
const HASH = /\$argon2id\$v=/
const TABLES = ['user', 'note', 'topic']

/** A canary may also be returned as bytes. */
function spellingsOf(canary: string): string[] {
  const bytes = Buffer.from(canary)
  return [canary, bytes.toString('hex'), bytes.toString('base64').slice(0, 16)]
}

async function findNeighbour(setup: AttackSetup, engine: Engine): Promise<string> {
  const { projectId } = setup.projects[engine].neighbour
  const placed = await withPlatform(setup.dataDir, (db) =>
    findPlacedEnvironment(db, { projectId, environment: 'dev' }),
  )
  if (!placed) throw new Error(`${projectId} has no database`)
  const { schema, database } = placed.placement
  return engine === 'postgres' ? schema : join(setup.dataDir, 'projects', database)
}

/** Writes one file beside the cluster in the data folder and one elsewhere; both are world-readable. */
function writeFiles(setup: AttackSetup, engine: Engine) {
  const elsewhere = join(setup.outDir, 'readable')
  mkdirSync(elsewhere, { recursive: true })
  chmodSync(elsewhere, 0o755)
  const places = { 'a file of the data folder': setup.dataDir, 'a file elsewhere': elsewhere }
  return Object.entries(places).map(([name, folder]) => {
    const file = { name, path: join(folder, `canary-${engine}`), canary: newCanary() }
    writeFileSync(file.path, file.canary)
    chmodSync(file.path, 0o644)
    return file
  })
}

async function plantInPlatform({ address, admin }: AttackSetup): Promise<string> {
  const name = newCanary()
  const body = { cloned: false, name }
  const made = await call({ address, token: admin }, { method: 'POST', path: '/api/project', body })
  if (made.status !== 201 && made.status !== 200) throw new Error(`project: ${made.status}`)
  return name
}

/** A first raw query creates the neighbour's roles, whose names an attack may then find. */
async function useNeighbour(
  { address }: AttackSetup,
  { projectId, staff }: AttackedProject,
): Promise<void> {
  const path = `/api/data/topic?$projectId=${projectId}`
  const body = { query: 'select id from topic' }
  const { status } = await call({ address, token: staff }, { method: 'POST', path, body })
  if (status !== 200) throw new Error(`the neighbour's query: ${status}`)
}

/** Rows of a project by table, as its owner reads them. */
async function readRows(
  { address }: AttackSetup,
  { projectId, owner }: AttackedProject,
): Promise<ReadonlyMap<string, string>> {
  const rows = new Map<string, string>()
  for (const table of TABLES) {
    const path = `/api/data/${table}?$projectId=${projectId}`
    const { status, body } = await call({ address, token: owner }, { method: 'GET', path })
    rows.set(table, `${status} ${JSON.stringify(body)}`)
  }
  return rows
}

/** Plants canaries around the attacked project of one database. */
export async function plantCanaries(setup: AttackSetup, engine: Engine): Promise<Canaries> {
  const { own, neighbour } = setup.projects[engine]
  const files = writeFiles(setup, engine)
  await useNeighbour(setup, neighbour)
  const out = join(setup.outDir, `${engine}-written`)
  const place = await findNeighbour(setup, engine)
  const foreign: [string, string][] = [
    ["a visible value of the neighbour's", neighbour.canary],
    ["a hidden value of the neighbour's", neighbour.secret],
    ['a value of the platform', await plantInPlatform(setup)],
    ...files.map(({ name, canary }): [string, string] => [name, canary]),
  ]
  const ownHidden: [string, string] = ['a hidden value', own.secret]
  const watched = [own, neighbour]
  const before = await Promise.all(watched.map((target) => readRows(setup, target)))
  const wasWritten = () => {
    if (!existsSync(setup.outDir)) return false
    const written = readdirSync(setup.outDir).filter((name) => name.startsWith(engine))
    for (const name of written) rmSync(join(setup.outDir, name), { recursive: true })
    return written.length > 0
  }
  return {
    targets: files.map(({ path }) => ({ file: path, out, neighbour: place, canary: newCanary() })),
    findHarm(text, reader) {
      const secrets = reader === 'guest' ? [...foreign, ownHidden] : foreign
      const seen = secrets.find(([, canary]) => spellingsOf(canary).some((it) => text.includes(it)))
      if (seen) return `shows ${seen[0]}`
      if (HASH.test(text)) return 'shows a hash'
      return wasWritten() ? 'wrote a file' : undefined
    },
    namesNeighbour: (text) => text.includes(place),
    async findChanged() {
      const after = await Promise.all(watched.map((target) => readRows(setup, target)))
      return ['the attacked project', 'the neighbour'].flatMap((whose, at) =>
        TABLES.filter((table) => before[at]?.get(table) !== after[at]?.get(table)).map(
          (table) => `rows of ${table} of ${whose} changed`,
        ),
      )
    },
  }
}
