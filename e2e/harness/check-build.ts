import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const SOURCES = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'packages/contract/src',
  'packages/client/src',
]
const SITE = 'docs/site/.vitepress'
const DOCUMENTS = ['docs/guide', 'docs/site/index.md', `${SITE}/config.ts`, `${SITE}/pages.ts`]

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/\.test\.tsx?$|testing/.test(name))
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
}

/** Throws if a part is not built, or is older than its sources. */
function checkPart(part: { name: string; page: string; sources: readonly string[] }): void {
  const { name, page, sources } = part
  const built = join(root, page)
  if (!existsSync(built)) throw new Error(`The ${name} is not built: run \`npm run build\` first.`)
  const builtAt = statSync(built).mtimeMs
  const newer = sources
    .flatMap((source) => filesOf(join(root, source)))
    .find((file) => statSync(file).mtimeMs > builtAt)
  if (newer !== undefined) {
    throw new Error(
      `The built ${name} is older than ${newer.slice(root.length + 1)}: run \`npm run build\` first.`,
    )
  }
}

/** Throws if the built console is older than its sources. */
export function checkConsole(): void {
  checkPart({ name: 'console', page: 'apps/console/dist/index.html', sources: SOURCES })
}

/** Throws if the built console or documentation is older than its sources. */
export function checkBuild(): void {
  checkConsole()
  checkPart({ name: 'documentation', page: `${SITE}/dist/index.html`, sources: DOCUMENTS })
}
