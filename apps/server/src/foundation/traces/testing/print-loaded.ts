import { registerHooks } from 'node:module'

/** Prints which packages of OpenTelemetry a process has loaded after the start of its server's code. */
const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    const [, name] = /node_modules\/(@opentelemetry\/[^/]+)/.exec(url) ?? []
    if (name) loaded.add(name)
    return next(url, context)
  },
})
await import('../../../app/startup/start-server.ts')
const { pino } = await import('pino')
const { openTraces } = await import('../open-traces.ts')
const { readEnv } = await import('../../settings/env.ts')
const stop = await openTraces(readEnv([]).traces, { log: pino({ level: 'silent' }), version: '1' })
process.stdout.write(JSON.stringify([...loaded].sort()))
await stop()
