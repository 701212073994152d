// The Content-Security-Policy forbids eval and reports even the attempt.
// zod reads this before the first schema is created; on the page itself theme.js sets it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
