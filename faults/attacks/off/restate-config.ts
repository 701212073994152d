import * as ours from '../../../apps/server/src/foundation/embedded/restate/restate-config.ts'

export const { restateNode } = ours

/** Restate with TCP ports on loopback, open to every account of the machine. */
export const restateConfig: typeof ours.restateConfig = (place) =>
  ours
    .restateConfig(place)
    .replace('"unix"', '"all"\nuse-random-ports = true\nbind-ip = "127.0.0.1"')
