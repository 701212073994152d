import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ENVIRONMENT_NAMES } from '@plinth/contract'
import type { Command } from '../command.ts'
import { connectWith } from '../database/postgres/connect.ts'
import { readEnv } from '../env.ts'
import { openFiles } from '../file/open-files.ts'
import type { Database } from '../platform/database.ts'
import { openKeyRing } from '../secrets/open-key-ring.ts'
import { openVault } from '../secrets/vault.ts'
import { findPlatformUrl, usePlatform } from '../use-platform.ts'
import { type ExportAsked, exportProject } from './export-project.ts'
import { openPostgresSource } from './postgres-source.ts'
import { openSqliteSource } from './sqlite-source.ts'
import type { ExportedEnvironment } from './write-readme.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const OPTIONS = {
  project: { type: 'string' },
  out: { type: 'string' },
  environment: { type: 'string' },
} as const

function readOptions(args: string[]): ExportAsked {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const { out, environment } = values
  const [project = values.project, ...more] = positionals
  if (!project || !out || more.length > 0)
    throw new Error('Say which project and which folder: --project ID --out FOLDER')
  const environments = ENVIRONMENT_NAMES.filter((name) => name === (environment ?? name))
  if (environments.length === 0)
    throw new Error(`"${environment}" is no environment: dev or production`)
  return { projectId: project, out, environments }
}

async function exportFrom(db: Database, asked: ExportAsked) {
  const env = readEnv([])
  const dataDir = resolve(env.dataDir)
  const url = await findPlatformUrl()
  const keyRing = await openKeyRing(env, dataDir)
  const [secretKey = ''] = keyRing.keys()
  const opened = openFiles({ env, dataDir, secretKey })
  const urlOf = (server: string) =>
    env.dataDatabases.get(server) ?? env.dataDatabases.get('default') ?? url
  const connect = connectWith({ urlOf, vault: openVault(keyRing), egressAllow: env.egressAllow })
  try {
    return await exportProject(
      {
        db,
        files: opened.files,
        say,
        openSource: async (placement) =>
          placement.engine === 'sqlite3'
            ? openSqliteSource(dataDir, placement)
            : openPostgresSource(connect, placement),
      },
      asked,
    )
  } finally {
    opened.close()
  }
}

function report(exported: readonly ExportedEnvironment[], out: string): number {
  const missing = exported.flatMap(({ files }) => files.missing)
  say(`${resolve(out)} is whole. Check it with: sha256sum -c SHA256SUMS`)
  for (const key of missing) say(`Missing: ${key} is named by a row and is in no store.`)
  return missing.length > 0 ? 1 : 0
}

export const exportCommand: Command = {
  usage: 'export --project ID --out FOLDER [--environment dev|production]',
  summary:
    'Writes a project as SQL, JSON, CSV and files that need no Plinth, while the server runs',
  run: async (args) => {
    const asked = readOptions(args)
    const exported = await usePlatform((db) => exportFrom(db, asked))
    if (!exported) throw new Error(`There is no project ${asked.projectId}`)
    return report(exported, asked.out)
  },
}
