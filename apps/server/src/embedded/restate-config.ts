import type { Ports } from './keep-ports.ts'

/** Restate's settings: loopback only, no telemetry, small, calls to the worker signed. */
export function restateConfig(place: {
  baseDir: string
  /** What it puts aside while it runs. */
  tmpDir: string
  keyFile: string
  ports: Ports
  alwaysReplay: boolean
}): string {
  // A TOML basic string is written like a JSON string.
  const text = (value: string) => JSON.stringify(value)
  return `node-name = "plinth"
cluster-name = "plinth"
base-dir = ${text(place.baseDir)}
listen-mode = "tcp"
bind-ip = "127.0.0.1"
advertised-host = "127.0.0.1"
bind-port = ${place.ports.restateNode}
default-num-partitions = 4
rocksdb-total-memory-size = "256 MiB"
shutdown-timeout = "10s"
disable-telemetry = true
log-format = "json"
log-disable-ansi-codes = true

[worker.invoker]
request-identity-private-key-pem-file = ${text(place.keyFile)}
tmp-dir = ${text(place.tmpDir)}
${place.alwaysReplay ? 'inactivity-timeout = "0s"\n' : ''}
[admin]
bind-port = ${place.ports.restateAdmin}
disable-web-ui = true

[ingress]
bind-port = ${place.ports.restateIngress}
`
}
