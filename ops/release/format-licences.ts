import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Component } from './make-sbom.ts'

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)/i

function textsIn(folder: string): string[] {
  // Packages of other platforms are in the lock file and are not installed.
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim())
}

const nameOf = ({ licenses }: Component) =>
  licenses.map((one) => ('license' in one ? one.license.id : one.expression)).join(', ')

/** Every shipped package with its licence, and the texts that it brings. */
export function formatLicences(root: string, components: readonly Component[]): string {
  const sections = new Map(
    components.map((component) => {
      const { name, version, path } = component
      const title = `${name} ${version}: ${nameOf(component)}`
      return [title, [title, ...textsIn(join(root, path))].join('\n\n')]
    }),
  )
  return `${[...sections.values()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
