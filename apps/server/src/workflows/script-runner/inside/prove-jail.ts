import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

function canRead(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR'
  }
}

function canWrite(folder: string): boolean {
  try {
    writeFileSync(`${folder}/proof`, '')
    return true
  } catch {
    return false
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 500 })
    const end = (reached: boolean) => () => {
      socket.destroy()
      resolve(reached)
    }
    socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false))
  })
}

/** Folders that are writable on an ordinary machine. */
const FOLDERS = [
  '/',
  '/tmp',
  '/var/tmp',
  '/dev/shm',
  '/app',
  '/app/runner',
  '/usr/lib',
  '/root',
  '/home',
]
const SECRETS = ['/etc/passwd', '/etc/shadow', '/proc/self/environ', '/proc/1/environ', '/root']

/** Lists what the jail fails to block, seen from inside; empty if it works (R15). */
export async function proveJail({ secret, port }: { secret: string; port: number }) {
  const faults: string[] = []
  const variables = Object.keys(process.env)
  if (variables.length > 0) faults.push(`it has an environment: ${variables.join(', ')}`)
  const networks = Object.keys(networkInterfaces()).filter((name) => name !== 'lo')
  if (networks.length > 0) faults.push(`it has a network: ${networks.join(', ')}`)
  if (await canConnect(port)) faults.push('it reaches the server')
  for (const path of [...SECRETS, secret]) if (canRead(path)) faults.push(`it can read ${path}`)
  for (const folder of FOLDERS) if (canWrite(folder)) faults.push(`it can write to ${folder}`)
  if (process.getuid?.() === 0 && process.geteuid?.() === 0 && canList('/proc')) {
    faults.push('it is root and sees processes')
  }
  return faults
}

function canList(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
