interface Probe {
  httpGet?: { path: string; port: string }
}

interface Container {
  name: string
  image: string
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  securityContext?: {
    allowPrivilegeEscalation?: boolean
    readOnlyRootFilesystem?: boolean
    capabilities?: { drop?: string[] }
  }
  volumeMounts?: { name: string; mountPath: string }[]
}

interface PodSpec {
  containers: Container[]
  volumes?: {
    name: string
    secret?: { secretName: string }
    persistentVolumeClaim?: { claimName: string }
  }[]
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  terminationGracePeriodSeconds?: number
  securityContext?: {
    runAsNonRoot?: boolean
    runAsUser?: number
    fsGroupChangePolicy?: string
    seccompProfile?: { type: string; localhostProfile?: string }
  }
}

export interface Deployment {
  kind: 'Deployment'
  metadata: { name: string }
  spec: { replicas?: number; strategy?: { type: string }; template: { spec: PodSpec } }
}

export interface Service {
  kind: 'Service'
  metadata: { name: string }
  spec: { ports: { name: string; port: number; targetPort: string }[] }
}

export interface Ingress {
  kind: 'Ingress'
  metadata: { name: string }
  spec: {
    rules: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[]
  }
}

interface ConfigMap {
  kind: 'ConfigMap'
  metadata: { name: string }
  data: Record<string, string>
}

interface Named<Kind extends string> {
  kind: Kind
  metadata: { name: string }
}

/** The fields of Kubernetes objects that are checked. */
export type Manifest =
  | Deployment
  | Service
  | Ingress
  | ConfigMap
  | Named<'PodDisruptionBudget'>
  | Named<'PersistentVolumeClaim'>
  | Named<'NetworkPolicy'>

/** The objects of one kind. */
export function ofKind<K extends Manifest['kind']>(manifests: readonly Manifest[], kind: K) {
  return manifests.filter((one): one is Extract<Manifest, { kind: K }> => one.kind === kind)
}
