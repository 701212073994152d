#!/usr/bin/env node
const [name = '', ...args] = process.argv.slice(2)
const words = ['plinth-server', name, ...args].join(' ').trim()
process.stderr.write(`The server's command is now called plinth-server: ${words}\n`)
await import('./plinth-server.ts')
