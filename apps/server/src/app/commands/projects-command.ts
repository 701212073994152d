import { parseArgs } from 'node:util'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'
import { listProjectOverviews, type ProjectOverview } from './projects-command-store.ts'

const HEADINGS = [
  'id',
  'name',
  'organisation',
  'owners',
  'databases',
  'state',
  'size',
  'last backup',
]
const MEGABYTE = 1_048_576

function formatSize({ rowBytes, fileBytes }: ProjectOverview): string {
  if (rowBytes === null || fileBytes === null) return 'not measured'
  return `${((rowBytes + fileBytes) / MEGABYTE).toFixed(1)} MB`
}

const cellsOf = (project: ProjectOverview): string[] => [
  project.id,
  project.name,
  project.organisation,
  project.owners.join(', ') || '-',
  Object.entries(project.engines)
    .map(([environment, engine]) => `${environment} ${engine}`)
    .join(', ') || '-',
  project.state,
  formatSize(project),
  project.lastBackup?.toISOString() ?? 'never',
]

/** Control characters and marks that change the direction of text, which a terminal would obey. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

const escapeMarks = (text: string) =>
  text.replace(UNPRINTABLE, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`)

function formatTable(lines: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const format = (line: readonly string[]) =>
    line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return lines.map((line) => `${format(line).trimEnd()}\n`).join('')
}

export const projectsCommand: Command = {
  usage: 'projects [--json]',
  summary: 'Lists every project with its owners, databases, state, size and last backup',
  run: async (args) => {
    const { json } = parseArgs({ args, options: { json: { type: 'boolean' } } }).values
    const projects = await usePlatform(listProjectOverviews)
    process.stdout.write(
      json
        ? `${JSON.stringify(projects, null, 2)}\n`
        : formatTable([HEADINGS, ...projects.map((project) => cellsOf(project).map(escapeMarks))]),
    )
    return 0
  },
}
