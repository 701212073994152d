import { existsSync } from 'node:fs'

/** The headless shell needs half the processes and is faster. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** Debian's Chromium, with background network access disabled. */
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
