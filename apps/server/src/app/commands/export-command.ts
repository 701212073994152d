import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ENVIRONMENT_NAMES } from '@plinth/contract'
import { connectWith } from '../../databases/postgres/connection/connect.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { addressesOf } from '../../foundation/settings/database-addresses.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import { type ExportAsked, exportProject } from '../../operations/export/export-project.ts'
import { openPostgresSource } from '../../operations/export/postgres-source.ts'
import { openSqliteSource } from '../../operations/export/sqlite-source.ts'
import type { ExportedEnvironment } from '../../operations/export/write-readme.ts'
import { openFiles } from '../../rows/files/open-files.ts'
import type { Command } from '../context/command.ts'
import { findPlatformUrl, usePlatform } from '../context/use-platform.ts'

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
    throw new Error('Name a project and a folder: --project ID --out FOLDER')
  const environments = ENVIRONMENT_NAMES.filter((name) => name === (environment ?? name))
  if (environments.length === 0)
    throw new Error(`"${environment}" is no environment: dev or production`)
  return { projectId: project, out, environments }
}

async function exportFrom(db: Database, options: ExportAsked) {
  const env = readEnv([])
  const dataDir = resolve(env.dataDir)
  const url = await findPlatformUrl()
  const keyRing = await openKeyRing(env, dataDir)
  const opened = openFiles({ env, dataDir, keyRing })
  const { directUrlOf: urlOf } = addressesOf(env, url)
  const connect = connectWith({ urlOf, vault: openVault(keyRing), egress: env.egress })
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
      options,
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
    const options = readOptions(args)
    const exported = await usePlatform((db) => exportFrom(db, options))
    if (!exported) throw new Error(`There is no project ${options.projectId}`)
    return report(exported, options.out)
  },
}
