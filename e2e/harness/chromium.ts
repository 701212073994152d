import { existsSync } from 'node:fs'

/** The same engine without the browser's own windows: half the processes, and faster. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** Debian's Chromium; nothing it does of its own accord may reach the network. */
export const CHROMIUM = {
  executablePath: existsSync(SHELL) ? SHELL : '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
