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

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/\.test\.tsx?$|testing/.test(name))
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
}

/** Throws if the built console is older than its sources. */
export function checkBuild(): void {
  const built = join(root, 'apps/console/dist/index.html')
  if (!existsSync(built)) throw new Error('The console is not built: run `npm run build` first.')
  const builtAt = statSync(built).mtimeMs
  const newer = SOURCES.flatMap((source) => filesOf(join(root, source))).find(
    (file) => statSync(file).mtimeMs > builtAt,
  )
  if (newer !== undefined) {
    throw new Error(
      `The built console is older than ${newer.slice(root.length + 1)}: run \`npm run build\` first.`,
    )
  }
}
