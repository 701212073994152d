/**
 * Runs inside the isolate. It is sent there as text, so it may refer only to its argument and JavaScript
 * built-ins, and it saves the built-ins it needs before user code can change them.
 */
export async function inIsolate(given: string): Promise<string> {
  const { parse, stringify } = JSON
  const MAX_LOGS = 200
  const MAX_RESULT = 4 * 1024 * 1024
  const logs: string[] = []
  const log = (...values: unknown[]) => {
    const line = values.map((value) => (typeof value === 'string' ? value : stringify(value)))
    if (logs.length < MAX_LOGS) logs.push(line.join(' ').slice(0, 2000))
  }
  const console = { log, info: log, warn: log, error: log, debug: log }
  Object.assign(globalThis, { console })
  const { scope, code, fixed } = parse(given)
  if (fixed) {
    const at = Date.parse(fixed.time)
    const RealDate = Date
    const FixedDate = new Proxy(RealDate, {
      construct: (target, given, created) =>
        Reflect.construct(target, given.length > 0 ? given : [at], created),
      apply: () => new RealDate(at).toString(),
      get: (target, name) => (name === 'now' ? () => at : Reflect.get(target, name)),
    })
    RealDate.prototype.constructor = FixedDate as DateConstructor
    // mulberry32: a sequence of its own for each seed.
    let state = fixed.seed
    const random = () => {
      state = (state + 0x6d2b79f5) | 0
      let bits = Math.imul(state ^ (state >>> 15), state | 1)
      bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
      return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
    }
    Object.assign(globalThis, { Date: FixedDate })
    Object.assign(Math, { random })
  }
  const names = ['$in', '$node', '$trigger', '$const', '$run', '$now']
  const values = [scope.in, scope.node, scope.trigger, scope.const, scope.run, scope.now]
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor

  const evaluate = (text: string) => {
    const value = new Function(...names, `"use strict"; return (${text}\n)`)(...values)
    if (value === undefined) throw new Error(`{{ ${text} }} has no value.`)
    return value
  }

  try {
    const value =
      code.script === undefined
        ? code.expressions.map(evaluate)
        : await new AsyncFunction(...names, `"use strict";\n${code.script}`)(...values)
    const text = stringify(value) ?? 'null'
    if (text.length > MAX_RESULT) throw new Error('The result is larger than 4 MB.')
    return `{"value":${text},"logs":${stringify(logs)}}`
  } catch (error) {
    const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown }
    const said = typeof message === 'string' ? `${name}: ${message}` : `It threw ${String(error)}.`
    return stringify({ error: said.slice(0, 1000), logs })
  }
}
