/** Names the folder below the base folder that holds Restate's data and its sockets. */
export const restateNode = 'plinth'

/** Restate's settings: unix sockets only, no telemetry, small, calls to the worker signed. */
export function restateConfig(options: {
  baseDir: string
  /** Temporary files of running invocations. */
  tmpDir: string
  keyFile: string
  alwaysReplay: boolean
}): string {
  // The advertised address is relative to the working folder, the base folder's parent: an absolute path may be too long.
  // A TOML basic string is written like a JSON string.
  const text = (value: string) => JSON.stringify(value)
  return `node-name = ${text(restateNode)}
cluster-name = "plinth"
base-dir = ${text(options.baseDir)}
listen-mode = "unix"
advertised-address = "unix:data/${restateNode}/fabric.sock"
default-num-partitions = 4
rocksdb-total-memory-size = "256 MiB"
shutdown-timeout = "10s"
disable-telemetry = true
log-format = "json"
log-disable-ansi-codes = true

[worker.invoker]
request-identity-private-key-pem-file = ${text(options.keyFile)}
tmp-dir = ${text(options.tmpDir)}
${options.alwaysReplay ? 'inactivity-timeout = "0s"\n' : ''}
[admin]
disable-web-ui = true
`
}
