import { readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Manifest } from './manifest.ts'

interface Kustomization {
  resources?: string[]
  components?: string[]
  patches?: { path: string }[]
  nameSuffix?: string
}

/** What kustomize makes of a folder, as far as it is checked: resources, patches and names. */
export interface Rendered {
  manifests: Manifest[]
  /** Every file that was read. */
  files: string[]
}

/** The field that identifies an entry of a list; other lists are replaced as a whole. */
const KEYS: Record<string, string> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
}
const SERVICE_KEYS: Record<string, string> = { ports: 'port' }
const POD_KEYS: Record<string, string> = { ...KEYS, ports: 'containerPort' }

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A strategic merge: lists by the key of their entries, null removes a field. */
function merge(base: unknown, patch: unknown, keys: Record<string, string>): unknown {
  if (!isObject(base) || !isObject(patch)) return patch
  const merged: Fields = { ...base }
  for (const [name, value] of Object.entries(patch)) {
    const before = base[name]
    const key = keys[name]
    if (value === null) delete merged[name]
    else if (key && Array.isArray(before) && Array.isArray(value)) {
      merged[name] = mergeLists(before, value, { key, keys })
    } else merged[name] = merge(before, value, keys)
  }
  return merged
}

function mergeLists(
  base: Fields[],
  patch: Fields[],
  { key, keys }: { key: string; keys: Record<string, string> },
): unknown[] {
  const added = patch.filter((entry) => !base.some((one) => one[key] === entry[key]))
  const changed = base.map((one) => {
    const entry = patch.find((other) => other[key] === one[key])
    return entry ? merge(one, entry, keys) : one
  })
  return [...changed, ...added]
}

function readDocuments(file: string): unknown[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`)
    return document.toJS() as unknown
  })
}

function applyPatch(manifests: readonly Manifest[], patch: Manifest): Manifest[] {
  const keys = patch.kind === 'Service' ? SERVICE_KEYS : POD_KEYS
  const isTarget = ({ kind, metadata }: Manifest) =>
    kind === patch.kind && metadata.name === patch.metadata.name
  if (!manifests.some(isTarget)) throw new Error(`no ${patch.kind} ${patch.metadata.name} to patch`)
  return manifests.map((one) => (isTarget(one) ? (merge(one, patch, keys) as Manifest) : one))
}

/** Renders a folder with a kustomization; throws if a file that it names is missing or is not YAML. */
export function renderOverlay(folder: string): Rendered {
  const file = join(folder, 'kustomization.yaml')
  const own = readDocuments(file)[0] as Kustomization
  const files = [file]
  const read = (path: string): Manifest[] => {
    files.push(path)
    return readDocuments(path) as Manifest[]
  }
  const resources = (own.resources ?? []).map((path) => normalize(join(folder, path)))
  let manifests = resources.flatMap((path) => {
    if (!statSync(path).isDirectory()) return read(path)
    const inner = renderOverlay(path)
    files.push(...inner.files)
    return inner.manifests
  })
  const components = (own.components ?? []).map((path) => normalize(join(folder, path)))
  const patched = [...components, folder].map((from) => {
    const name = join(from, 'kustomization.yaml')
    if (from !== folder) files.push(name)
    return { from, patches: (readDocuments(name)[0] as Kustomization).patches ?? [] }
  })
  for (const { from, patches } of patched) {
    for (const { path } of patches) {
      for (const patch of read(join(from, path))) manifests = applyPatch(manifests, patch)
    }
  }
  const { nameSuffix = '' } = own
  const renamed = manifests.map((one) => ({
    ...one,
    metadata: { ...one.metadata, name: `${one.metadata.name}${nameSuffix}` },
  }))
  return { manifests: renamed as Manifest[], files }
}
