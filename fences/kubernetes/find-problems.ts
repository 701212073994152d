import { getLiveness, getReadiness } from '@plinth/contract'
import { EnvironmentVariables } from '../../apps/server/src/foundation/settings/environment-variables.ts'
import { settingOfFile } from '../../apps/server/src/foundation/settings/setting-files.ts'
import { type Deployment, type Manifest, ofKind } from './manifest.ts'

/** Requests in flight get this long after the drain. */
const CLOSING_SECONDS = 8
/** The user of the images. */
const USER = 10_001

const podOf = ({ spec }: Deployment) => spec.template.spec
const containersOf = (deployment: Deployment) => podOf(deployment).containers

/** The variables of a Deployment's containers, those of its ConfigMaps included. */
function variablesOf(deployment: Deployment, manifests: readonly Manifest[]) {
  const maps = ofKind(manifests, 'ConfigMap')
  const sources = containersOf(deployment).flatMap(({ envFrom = [] }) => envFrom)
  const found = sources.map(({ configMapRef }) => ({
    name: configMapRef.name,
    map: maps.find(({ metadata }) => metadata.name === configMapRef.name),
  }))
  const own = containersOf(deployment).flatMap(({ env = [] }) => env)
  return {
    values: new Map([
      ...found.flatMap(({ map }) => Object.entries(map?.data ?? {})),
      ...own.map(({ name, value }) => [name, value] as const),
    ]),
    missing: found.filter(({ map }) => !map).map(({ name }) => `there is no ConfigMap ${name}`),
  }
}

function findSettingProblems(deployment: Deployment, manifests: readonly Manifest[]): string[] {
  const { values, missing } = variablesOf(deployment, manifests)
  const known = Object.keys(EnvironmentVariables.shape)
  const isFile = (name: string) => settingOfFile(name) !== undefined
  const unknown = [...values.keys()].filter((name) => !known.includes(name) && !isFile(name))
  const plain = [...values].filter(([name]) => !isFile(name))
  const issues = EnvironmentVariables.safeParse(Object.fromEntries(plain)).error?.issues ?? []
  const { volumes = [] } = podOf(deployment)
  const secrets = volumes.filter(({ secret }) => secret).map(({ name }) => name)
  const folders = containersOf(deployment)
    .flatMap(({ volumeMounts = [] }) => volumeMounts)
    .filter(({ name }) => secrets.includes(name))
    .map(({ mountPath }) => `${mountPath}/`)
  const loose = [...values].filter(
    ([name, path]) => isFile(name) && !folders.some((folder) => path.startsWith(folder)),
  )
  return [
    ...missing,
    ...unknown.map((name) => `${name} is no setting`),
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...loose.map(([name]) => `${name} is in no secret that is mounted`),
  ]
}

function findProbeProblems(deployment: Deployment): string[] {
  return containersOf(deployment).flatMap((container) => {
    const { ports = [], startupProbe, livenessProbe, readinessProbe } = container
    const http = ports.find(({ name }) => name === 'http')
    const isProbe = (probe: typeof startupProbe, path: string) =>
      probe?.httpGet?.path === path && probe.httpGet.port === 'http'
    return [
      ...(http?.containerPort === EnvironmentVariables.parse({}).PORT ? [] : ['no port http']),
      ...(isProbe(startupProbe, getLiveness.path) ? [] : ['no startup probe']),
      ...(isProbe(livenessProbe, getLiveness.path) ? [] : ['no liveness probe']),
      ...(isProbe(readinessProbe, getReadiness.path) ? [] : ['no readiness probe']),
    ]
  })
}

function findRightProblems(deployment: Deployment): string[] {
  const pod = podOf(deployment)
  const { runAsNonRoot, runAsUser, fsGroupChangePolicy, seccompProfile } = pod.securityContext ?? {}
  const rules: [string, boolean][] = [
    ['runs as root', runAsNonRoot === true && runAsUser === USER],
    ['changes modes below /data', fsGroupChangePolicy === 'OnRootMismatch'],
    ['has another seccomp profile', seccompProfile?.localhostProfile === 'profiles/plinth.json'],
    ['gets a token of the cluster', pod.automountServiceAccountToken === false],
    ['gets variables of Services', pod.enableServiceLinks === false],
    ...pod.containers.flatMap(({ securityContext = {} }): [string, boolean][] => [
      ['can gain rights', securityContext.allowPrivilegeEscalation === false],
      ['writes to its root', securityContext.readOnlyRootFilesystem === true],
      ['has capabilities', securityContext.capabilities?.drop?.join() === 'ALL'],
    ]),
  ]
  return rules.filter(([, holds]) => !holds).map(([problem]) => problem)
}

function findVolumeProblems(deployment: Deployment, manifests: readonly Manifest[]): string[] {
  const { volumes = [], containers } = podOf(deployment)
  const claims = ofKind(manifests, 'PersistentVolumeClaim').map(({ metadata }) => metadata.name)
  const mounts = containers.flatMap(({ volumeMounts = [] }) => volumeMounts)
  const claimed = volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? [])
  const { replicas, strategy } = deployment.spec
  const isShared = claimed.length > 0 && (replicas !== 1 || strategy?.type !== 'Recreate')
  return [
    ...mounts
      .filter(({ name }) => !volumes.some((volume) => volume.name === name))
      .map(({ name }) => `there is no volume ${name}`),
    ...claimed.filter((name) => !claims.includes(name)).map((name) => `there is no claim ${name}`),
    ...(isShared ? ['two pods share a data folder'] : []),
  ]
}

function findServiceProblems(deployment: Deployment, manifests: readonly Manifest[]): string[] {
  const { name } = deployment.metadata
  const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === name)
  const budgets = ofKind(manifests, 'PodDisruptionBudget').map(({ metadata }) => metadata.name)
  const ports = containersOf(deployment).flatMap((container) => container.ports ?? [])
  const lost = service?.spec.ports.filter(
    ({ targetPort }) => !ports.some((port) => port.name === targetPort),
  )
  const url = variablesOf(deployment, manifests).values.get('PLINTH_WORKER_URL')
  const isReached =
    url === undefined || service?.spec.ports.some(({ port }) => url === `http://${name}:${port}`)
  return [
    ...(service ? [] : ['has no Service']),
    ...(budgets.includes(name) ? [] : ['has no PodDisruptionBudget']),
    ...(lost ?? []).map(({ targetPort }) => `has no port ${targetPort}`),
    ...(isReached ? [] : [`no port of the Service is ${url}`]),
  ]
}

function findTimeProblems(deployment: Deployment, manifests: readonly Manifest[]): string[] {
  const drain = Number(variablesOf(deployment, manifests).values.get('PLINTH_DRAIN_SECONDS'))
  const { terminationGracePeriodSeconds: grace = 0 } = podOf(deployment)
  return drain > 0 && drain + CLOSING_SECONDS < grace ? [] : ['is killed while it drains']
}

/** What is wrong with the Deployments of a rendered overlay, for images of a version. */
export function findProblems(manifests: readonly Manifest[], version: string): string[] {
  const images = [`plinth:${version}`, `plinth-all:${version}`]
  return ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const wrong = containersOf(deployment).filter(({ image }) => !images.includes(image))
    return [
      ...wrong.map(({ image }) => `there is no image ${image}`),
      ...findSettingProblems(deployment, manifests),
      ...findProbeProblems(deployment),
      ...findRightProblems(deployment),
      ...findVolumeProblems(deployment, manifests),
      ...findServiceProblems(deployment, manifests),
      ...findTimeProblems(deployment, manifests),
    ].map((problem) => `${deployment.metadata.name}: ${problem}`)
  })
}
