import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ENVIRONMENT_NAMES } from '@plinth/contract'
import { writeTypes } from '@plinth/schema'
import { findConfiguration } from '../../projects/configuration/configuration-store.ts'
import { readConfiguration } from '../../projects/configuration/configuration-text.ts'
import { isHidden } from '../../projects/lifecycle/project-store.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'

const OPTIONS = {
  project: { type: 'string' },
  out: { type: 'string' },
  environment: { type: 'string' },
} as const

function readOptions(args: string[]) {
  const { project, out, environment = 'dev' } = parseArgs({ args, options: OPTIONS }).values
  const known = ENVIRONMENT_NAMES.find((name) => name === environment)
  if (!project || !out) throw new Error('Name a project and a file: --project ID --out FILE')
  if (!known) throw new Error(`"${environment}" is no environment: dev or production`)
  return { project, out, environment: known }
}

export const typesCommand: Command = {
  usage: 'types --project ID --out FILE [--environment dev|production]',
  summary: "Writes a TypeScript module with the types of a project's rows",
  run: async (args) => {
    const { project, out, environment } = readOptions(args)
    const stored = await usePlatform(async (db) =>
      (await isHidden(db, project))
        ? undefined
        : findConfiguration(db, { projectId: project, environment }),
    )
    if (!stored) throw new Error(`There is no project ${project}`)
    const configuration = readConfiguration(stored.oldText)
    await writeFile(out, writeTypes(configuration))
    const { length } = configuration.tables
    process.stdout.write(
      `${out}: ${length} ${length === 1 ? 'table' : 'tables'} of ${environment}\n`,
    )
    return 0
  },
}
