import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of the lock file. */
interface Locked {
  name?: string
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Component {
  'bom-ref': string
  type: 'library'
  name: string
  version: string
  purl: string
  scope: 'required' | 'optional'
  licenses: ({ license: { id: string } } | { expression: string })[]
  hashes: { alg: 'SHA-512'; content: string }[]
  /** Where it is installed. */
  path: string
}

/** Names of licences that packages write otherwise than SPDX does. */
const SPDX: Readonly<Record<string, string>> = { BSL: 'BUSL-1.1' }

const isPackage = (path: string) => path.includes('node_modules/')

function toComponent(path: string, locked: Locked): Component {
  const name = locked.name ?? path.replace(/^.*node_modules\//, '')
  const version = locked.version ?? ''
  const { license: named } = locked
  if (named === undefined) throw new Error(`${name} names no licence.`)
  const licence = SPDX[named] ?? named
  const [, digest] = /^sha512-(\S+)/.exec(locked.integrity ?? '') ?? []
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: locked.optional ? 'optional' : 'required',
    licenses: [/\s/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    hashes: digest
      ? [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
      : [],
    path,
  }
}

/** Where Node.js finds a package from a folder: in its node_modules, or in those above it. */
function resolveFrom(packages: Record<string, Locked>, folder: string, name: string) {
  for (let at = folder; ; at = at.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[path] && !packages[path].link) return path
    if (at === '') return undefined
  }
}

/**
 * Lists the packages that are shipped, in the form of CycloneDX, from the lock file. `npm sbom --omit=dev` leaves out
 * packages that a development dependency needs as well.
 */
export function makeSbom(root: string, version: string) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => isPackage(path) && !dev && !link,
  )
  const found = shipped.map(([path, locked]) => toComponent(path, locked))
  const refs = new Map(found.map((component) => [component.path, component['bom-ref']]))
  const needsOf = (path: string, { dependencies, optionalDependencies }: Locked) => {
    const names = Object.keys({ ...dependencies, ...optionalDependencies })
    const needed = names.map((name) => refs.get(resolveFrom(packages, path, name) ?? ''))
    return [...new Set(needed.filter((ref) => ref !== undefined))].sort()
  }
  const ownRef = `plinth@${version}`
  const own = Object.entries(packages).filter(([path]) => !isPackage(path))
  const dependencies = new Map([
    [ownRef, [...new Set(own.flatMap(([path, locked]) => needsOf(path, locked)))].sort()],
    ...shipped.map(([path, locked]) => [refs.get(path) ?? '', needsOf(path, locked)] as const),
  ])
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        'bom-ref': ownRef,
        type: 'application',
        name: 'plinth',
        version,
        purl: `pkg:npm/${ownRef}`,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    // The same package may be installed in several places.
    components: [...new Map(found.map(({ path: _, ...one }) => [one['bom-ref'], one])).values()],
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  }
  return { document, components: found }
}
