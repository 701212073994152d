/** Objects that code in a workflow may try to reach. */
const ROOTS = [
  'process',
  'require',
  'module',
  'Buffer',
  'global.process',
  'globalThis.process',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'Deno',
  'Bun',
  'importScripts',
  'setTimeout',
  'queueMicrotask',
  'structuredClone',
  'performance',
  '__dirname',
  '__filename',
  'exports',
  'navigator',
  'Worker',
  'SharedWorker',
  'postMessage',
  'ivm',
  '$0',
  '_ivm',
  'isolate',
  'process.binding',
  'process.mainModule',
  'process.env',
]

/** Paths to a constructor that would expose another realm's global object. */
const CONSTRUCTORS = [
  'this.constructor.constructor',
  '({}).constructor.constructor',
  '[].constructor.constructor',
  '(() => {}).constructor',
  '(async () => {}).constructor',
  '(function* () {}).constructor',
  '(async function* () {}).constructor',
  '"".constructor.constructor',
  '(1).constructor.constructor',
  'true.constructor.constructor',
  '/x/.constructor.constructor',
  'new Error().constructor.constructor',
  'Symbol.iterator.constructor.constructor',
  'Promise.resolve().constructor.constructor',
  'console.log.constructor',
  'console.constructor.constructor',
  'JSON.parse.constructor',
  'JSON.constructor.constructor',
  '$in.constructor.constructor',
  '$node.constructor.constructor',
  '$run.constructor.constructor',
  '$now.constructor.constructor',
  'Object.getPrototypeOf(async function () {}).constructor',
  'Reflect.getPrototypeOf(function () {}).constructor',
  'Object.getPrototypeOf(Object.getPrototypeOf(globalThis))?.constructor.constructor ?? Function',
  'new Proxy(function () {}, {}).constructor',
  'Reflect.get(Object, "constructor")',
  '(class {}).constructor',
]
const WANTED = [
  'typeof process',
  'typeof require',
  'typeof globalThis.process?.env',
  'typeof Buffer',
]

/** Complete attempts: error hooks, species, thenables, stack traces, modules. */
const WHOLE = [
  'return typeof (await import("node:fs")).readFileSync',
  'return typeof (await import("fs")).readFileSync',
  'return typeof (await import("/app/runner/main.ts"))',
  'Error.prepareStackTrace = (_, frames) => frames; return typeof new Error().stack[0].getThis()?.process',
  'Error.prepareStackTrace = (_, f) => f.map((s) => String(s.getFileName())).join(); return new Error().stack.includes("/app/") ? "object" : "undefined"',
  'try { null.x } catch (error) { return typeof error.constructor.constructor("return this")().process }',
  'try { (function f() { f() })() } catch (error) { return typeof error.constructor.constructor("return process")() }',
  'const p = new Proxy({}, { get: (_, k) => k === "then" ? undefined : process }); return typeof p.x',
  'Object.prototype.then = function (done) { done(typeof process) }; return {}',
  'Promise.prototype.then = function () { return typeof process }; return await Promise.resolve(1)',
  'class P extends Promise { static get [Symbol.species]() { return Function } } return typeof new P((r) => r()).process',
  'JSON.stringify = () => typeof process; return 1',
  'return typeof new Function("return this")().process',
  'return typeof eval("this").process',
  'return typeof (0, eval)("this").process',
  'return typeof new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0])).process',
  'return typeof Atomics.wait === "function" && typeof SharedArrayBuffer === "function" ? typeof process : "undefined"',
  'return [..."x"].constructor.constructor("return typeof process")()',
  'with_ = 1; return typeof process',
  'const { x = process } = {}; return typeof x',
  'label: { break label } return typeof process',
  'return typeof arguments.callee?.caller?.process',
  'return typeof new.target?.process',
  'return Reflect.ownKeys(globalThis).filter((k) => /process|require|module|Buffer|fetch|isolate|ivm/i.test(String(k))).join() || "undefined"',
]

export interface Escape {
  name: string
  code: string
}

const typeOf = (root: string) => `try { return typeof ${root} } catch { return "undefined" }`

/** All attempts; each returns "undefined" if it reached nothing. */
export const ESCAPES: readonly Escape[] = [
  ...ROOTS.map((root) => ({ name: root, code: typeOf(root) })),
  ...CONSTRUCTORS.flatMap((way) =>
    WANTED.map((wanted) => ({
      name: `${way} for ${wanted}`,
      code: `try { const made = (${way})("return ${wanted}")(); return String(made?.next ? made.next().value : await made) } catch { return "undefined" }`,
    })),
  ),
  ...WHOLE.map((code) => ({ name: code, code: `try { ${code} } catch { return "undefined" }` })),
]
