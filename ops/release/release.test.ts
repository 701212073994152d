import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeVersion } from './change-version.ts'
import { closeChangelog } from './close-changelog.ts'
import { formatLicences } from './format-licences.ts'
import { makeSbom } from './make-sbom.ts'
import { readOptions, USAGE } from './read-options.ts'
import { signChecksums, writeChecksums } from './sign-files.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(path, 'utf8')
const { version: current } = JSON.parse(read(join(root, 'package.json'))) as { version: string }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-release-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['no version', ['--out', 'x', '--unsigned'], USAGE],
  ['no folder', ['0.3.0', '--unsigned'], USAGE],
  [
    'a word as version',
    ['next', '--out', 'x', '--unsigned'],
    'next is not a version such as 1.2.3.',
  ],
  ['the current version', ['0.2.10', '--out', 'x', '--unsigned'], '0.2.10 does not follow 0.2.10.'],
  ['an older version', ['0.2.9', '--out', 'x', '--unsigned'], '0.2.9 does not follow 0.2.10.'],
  [
    'neither key nor --unsigned',
    ['0.3.0', '--out', 'x'],
    'A release is signed: name a key with --key',
  ],
  ['both', ['0.3.0', '--out', 'x', '--key', 'k', '--unsigned'], '--key and --unsigned exclude'],
])('refuses %s', (_name, args, text) => {
  expect(() => readOptions(args, '0.2.10')).toThrow(text)
})

test.each(['0.2.11', '0.3.0', '1.0.0'])('accepts %s after 0.2.10', (version) => {
  const options = readOptions([version, '--out', 'x', '--key', 'k', '--without-images'], '0.2.10')
  expect(options).toEqual({ version, out: 'x', key: 'k', hasImages: false })
})

test('the command names missing tools, and changes nothing', () => {
  const args = [join(import.meta.dirname, 'main.ts'), '99.0.0', '--out', join(folder, 'out')]
  const options = { cwd: root, encoding: 'utf8', env: { PATH: folder } } as const
  const { status, stderr } = spawnSync(process.execPath, [...args, '--unsigned'], options)
  expect(stderr).toBe(
    'Images need buildah, podman, mmdebstrap: install what is missing, or leave images out with --without-images.\n',
  )
  expect(status).toBe(1)
  expect(JSON.parse(read(join(root, 'package.json'))).version).toBe(current)
})

test('changes the version of every package, image and tarball, and no other', () => {
  const copy = join(folder, 'copy')
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8' })
  const files = git(root, 'ls-files', '*package.json', '*package-lock.json', 'docs/guide', 'ops')
  const versionFile = 'apps/server/src/app/health/version.ts'
  for (const path of [...files.trim().split('\n'), versionFile]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  git(copy, 'init', '--quiet')
  git(copy, 'add', '--all')
  const changed = changeVersion(copy, { from: current, to: '99.0.0' })
  expect(changed).toContain('docs/guide/containers.md')
  expect(changed).not.toContain('ops/releases.json')
  const manifests = changed.filter((path) => path.endsWith('package.json'))
  expect(manifests).toEqual(expect.arrayContaining(['package.json', 'apps/server/package.json']))
  for (const path of manifests) {
    const manifest = JSON.parse(read(join(copy, path)))
    expect([path, manifest.version]).toEqual([path, '99.0.0'])
    const named = { ...manifest.dependencies, ...manifest.devDependencies } as Record<
      string,
      string
    >
    const ours = Object.entries(named).filter(
      ([name, version]) => name.startsWith('@plinth/') && !version.startsWith('file:'),
    )
    for (const [name, version] of ours) expect([name, version]).toEqual([name, '99.0.0'])
  }
  const lock = JSON.parse(read(join(copy, 'package-lock.json')))
  expect(lock.packages['apps/server']).toMatchObject({
    version: '99.0.0',
    dependencies: { '@plinth/contract': '99.0.0' },
  })
  const before = JSON.parse(read(join(root, 'package-lock.json')))
  expect(lock.packages['node_modules/fastify']).toEqual(before.packages['node_modules/fastify'])
  expect(read(join(copy, versionFile))).toContain(`VERSION = '99.0.0'`)
  expect(read(join(copy, 'ops/compose/compose.yaml'))).toContain('image: plinth:99.0.0')
  expect(read(join(copy, 'docs/guide/containers.md'))).toContain('plinth-99.0.0-linux-x64')
  // Nothing that names the product names the version before it.
  const left = spawnSync('git', ['grep', '-nE', `plinth[a-z-]*[-:]${current}`], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(left.stdout).toBe('')
})

test('gives the unreleased changes their heading', () => {
  const log = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (16 November 2026)\n\n- Old.\n'
  const { text, notes } = closeChangelog(log, { version: '0.3.0', date: '17 November 2026' })
  expect(text).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.3.0 (17 November 2026)\n\n- New.\n\n## 0.2.0 (16 November 2026)\n\n- Old.\n',
  )
  expect(notes).toBe('- New.')
  expect(() => closeChangelog(text, { version: '0.4.0', date: '18 November 2026' })).toThrow(
    'nothing in',
  )
})

test('lists what is shipped with licences, and nothing of development alone', () => {
  const { document, components } = makeSbom(root, '99.0.0')
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'plinth', version: '99.0.0' } },
  })
  const refs = new Set(document.components.map((component) => component['bom-ref']))
  expect(refs.size).toBe(document.components.length)
  const names = document.components.map(({ name }) => name)
  // Development dependencies need React and pg as well.
  for (const name of ['fastify', 'react', 'pg', 'sharp']) expect(names).toContain(name)
  for (const name of ['vitest', 'msw', '@plinth/contract']) expect(names).not.toContain(name)
  const missing = document.dependencies.flatMap(({ dependsOn }) =>
    dependsOn.filter((ref) => !refs.has(ref)),
  )
  expect(missing).toEqual([])
  const needs = (start: string) =>
    document.dependencies.find(({ ref }) => ref.startsWith(start))?.dependsOn ?? []
  expect(needs('plinth@').some((ref) => ref.startsWith('fastify@'))).toBe(true)
  expect(needs('pg@').some((ref) => ref.startsWith('pg-protocol@'))).toBe(true)
  const text = formatLicences(root, components)
  expect(text).toMatch(/^fastify \d\S+: MIT\n\nMIT License/m)
  expect(text).toMatch(/^@restatedev\/restate-server \d\S+: BUSL-1.1$/m)
})

test('signs checksums that reveal a changed file', async () => {
  const [out, key] = [join(folder, 'signed'), join(folder, 'key')]
  mkdirSync(out)
  writeFileSync(join(out, 'one.tgz'), 'one')
  writeFileSync(join(out, 'two.tgz'), 'two')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await writeChecksums(out)
  signChecksums(out, key)
  const [, kind, text] = /^(\S+) (\S+)/.exec(read(`${key}.pub`)) ?? []
  writeFileSync(join(folder, 'signers'), `release@plinth ${kind} ${text}\n`)
  const verify = () =>
    spawnSync(
      'ssh-keygen',
      ['-Y', 'verify', '-f', join(folder, 'signers'), '-I', 'release@plinth'].concat([
        '-n',
        'plinth-release',
        '-s',
        join(out, 'SHA256SUMS.sig'),
      ]),
      { input: read(join(out, 'SHA256SUMS')), encoding: 'utf8' },
    ).status
  const check = () => spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out }).status
  expect([verify(), check()]).toEqual([0, 0])
  writeFileSync(join(out, 'two.tgz'), 'other')
  expect(check()).toBe(1)
  await writeChecksums(out)
  expect([verify(), check()]).toEqual([255, 0])
})
