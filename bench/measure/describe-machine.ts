import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Hardware facts needed to compare results; nothing that identifies the machine. */
export function describeMachine(): Record<string, unknown> {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    loadBefore: loadavg().map((load) => Number(load.toFixed(1))),
  }
}
