// The policy forbids making code out of text, and reports even the attempt.
// zod reads this before the first shape is made; the page itself has it from theme.js.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
