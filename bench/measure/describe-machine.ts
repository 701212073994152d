import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** What a stranger must know to compare figures; nothing that names this machine. */
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
