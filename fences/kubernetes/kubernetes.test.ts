import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROLES_OF_A_PROCESS } from '../../apps/server/src/foundation/settings/environment-variables.ts'
import { listFiles } from '../list-files.ts'
import { findProblems } from './find-problems.ts'
import { type Deployment, type Manifest, ofKind, type Service } from './manifest.ts'
import { renderOverlay } from './render-overlay.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const render = (folder: string) => renderOverlay(join(root, 'ops/kubernetes', folder))
const { version } = JSON.parse(read('package.json')) as { version: string }

const apart = render('.')
const single = render('overlays/all-in-one')

describe.each([
  ['one Deployment for each role', apart],
  ['all in one', single],
])('%s', (_name, { manifests }) => {
  test('has known settings, probes, ports, volumes and no rights that it does not need', () => {
    expect(findProblems(manifests, version)).toEqual([])
  })
})

test('every file belongs to an overlay', () => {
  const used = [...apart.files, ...single.files].map((file) => file.slice(root.length + 1))
  const files = listFiles(root, ['ops/kubernetes/*.yaml'])
  expect([...new Set(used)].toSorted()).toEqual(files.toSorted())
})

test('each role has an overlay of its name', () => {
  const roles = ofKind(apart.manifests, 'Deployment').map(({ metadata, spec }) => {
    const env = spec.template.spec.containers[0]?.env ?? []
    return [metadata.name, env.find(({ name }) => name === 'PLINTH_ROLES')?.value]
  })
  expect(roles).toEqual(ROLES_OF_A_PROCESS.map((role) => [`plinth-${role}`, role]))
})

test('the ingress leads to the same roles as the proxy', () => {
  const [ingress] = ofKind(apart.manifests, 'Ingress')
  const paths = ingress?.spec.rules.flatMap(({ http }) => http.paths) ?? []
  const toRole = (role: string) =>
    paths.filter(({ backend }) => backend.service.name === role).map(({ path }) => path)
  const [, served = ''] = /location ~ \^\/\((.+?)\)/.exec(read('ops/proxy/nginx.conf')) ?? []
  expect(toRole('plinth-data')).toEqual(served.split('|').map((path) => `/${path}`))
  expect(toRole('plinth-api')).toEqual(['/'])
})

test('the guide creates every file of the secret', () => {
  const guide = read('docs/guide/kubernetes.md')
  const [worker] = ofKind(apart.manifests, 'Deployment')
  const env = worker?.spec.template.spec.containers[0]?.env ?? []
  const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(guide).toContain(`--from-file=${file.split('/').at(-1)}`)
})

describe('finds a planted defect', () => {
  const container = ({ spec }: Deployment) => {
    const [first] = spec.template.spec.containers
    if (!first) throw new Error('no container')
    return first
  }
  type Plant = (deployment: Deployment, service: Service) => void
  const inPod = (change: object): Plant => {
    return ({ spec }) => void Object.assign(spec.template.spec, change)
  }
  const inContainer = (change: object): Plant => {
    return (deployment) => void Object.assign(container(deployment), change)
  }
  const inEnv = (name: string, value: string): Plant => {
    return (deployment) => void container(deployment).env?.push({ name, value })
  }
  test.each<[string, Plant, string]>([
    ['another image', inContainer({ image: 'plinth:latest' }), 'there is no image'],
    ['a misspelt setting', inEnv('PLINTH_ROLE', 'worker'), 'PLINTH_ROLE is no setting'],
    ['an unknown role', inEnv('PLINTH_ROLES', 'boss'), 'PLINTH_ROLES'],
    ['a secret that is not mounted', inEnv('PLINTH_SMTP_URL_FILE', '/etc/smtp'), 'no secret'],
    [
      'an unknown ConfigMap',
      inContainer({ envFrom: [{ configMapRef: { name: 'x' } }] }),
      'no Conf',
    ],
    ['no probe', inContainer({ readinessProbe: {} }), 'no readiness probe'],
    ['another port', inContainer({ ports: [] }), 'no port http'],
    ['a writable root', inContainer({ securityContext: {} }), 'writes to its root'],
    ['root', inPod({ securityContext: {} }), 'runs as root'],
    ['variables of Services', inPod({ enableServiceLinks: true }), 'variables of Services'],
    ['a short grace period', inPod({ terminationGracePeriodSeconds: 20 }), 'is killed'],
    ['a volume that is missing', inPod({ volumes: [] }), 'there is no volume'],
    ['another worker address', inEnv('PLINTH_WORKER_URL', 'http://plinth-worker:1'), 'no port of'],
    [
      'a port that the pod lacks',
      (_deployment, { spec }) => void spec.ports.push({ name: 'x', port: 1, targetPort: 'x' }),
      'has no port x',
    ],
  ])('%s', (_name, plant, problem) => {
    const manifests: Manifest[] = structuredClone(apart.manifests)
    const name = 'plinth-worker'
    const deployment = ofKind(manifests, 'Deployment').find((one) => one.metadata.name === name)
    const service = ofKind(manifests, 'Service').find((one) => one.metadata.name === name)
    if (!deployment || !service) throw new Error('no worker')
    plant(deployment, service)
    expect(findProblems(manifests, version).join('\n')).toContain(problem)
  })

  test('a second pod on one data folder', () => {
    const manifests: Manifest[] = structuredClone(single.manifests)
    for (const { spec } of ofKind(manifests, 'Deployment')) spec.replicas = 2
    expect(findProblems(manifests, version)).toEqual(['plinth: two pods share a data folder'])
  })
})
