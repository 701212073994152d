import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { changeVersion } from './change-version.ts'
import { closeChangelog } from './close-changelog.ts'
import { formatLicences } from './format-licences.ts'
import { makeSbom } from './make-sbom.ts'
import { checkImageTools, packImages, packTarballs } from './pack-release.ts'
import { readOptions } from './read-options.ts'
import { signChecksums, writeChecksums } from './sign-files.ts'

const root = process.cwd()

/** A release is what a commit contains. */
function checkClean(): void {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (changed !== '') throw new Error(`Commit or remove these changes first:\n${changed.trimEnd()}`)
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return version
}

function makeEmpty(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
}

async function release(args: readonly string[]): Promise<string> {
  const current = readVersion()
  const { version, key, hasImages, out: folder } = readOptions(args, current)
  const out = resolve(root, folder)
  if (hasImages) checkImageTools()
  checkClean()
  makeEmpty(out)

  const log = join(root, 'CHANGELOG.md')
  const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const { text, notes } = closeChangelog(readFileSync(log, 'utf8'), { version, date })
  writeFileSync(log, text)
  changeVersion(root, { from: current, to: version })

  writeFileSync(join(out, 'RELEASE-NOTES.md'), `# Plinth ${version}\n\n${notes}\n`)
  const { document, components } = makeSbom(root, version)
  writeFileSync(join(out, `plinth-${version}.cdx.json`), `${JSON.stringify(document, null, 2)}\n`)
  writeFileSync(join(out, 'LICENCES.txt'), formatLicences(root, components))
  packTarballs(root, out)
  if (hasImages) packImages(root, { out, version })
  await writeChecksums(out)
  if (key !== undefined) signChecksums(out, resolve(root, key))
  return (
    `${readdirSync(out).sort().join('\n')}\n` +
    `Plinth ${version} is in ${out}. Commit the changed files, then add the commit to ops/releases.json.`
  )
}

try {
  process.stdout.write(`${await release(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
