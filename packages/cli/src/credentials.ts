import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The server of the last login and its key. */
export interface Credentials {
  readonly url: string
  readonly key: string
}

/** Where the key is stored, by the XDG base directories. */
export function credentialsPath(): string {
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(config, 'plinth', 'credentials.json')
}

export async function readCredentials(): Promise<Credentials | undefined> {
  const text = await readFile(credentialsPath(), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { url, key } = JSON.parse(text) as Partial<Credentials>
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : undefined
  } catch {
    return undefined
  }
}

/**
 * Stores the key where only this user can read it. It is written to a new file, which takes the place of an older one: that
 * would keep its mode, or be a link to elsewhere.
 */
export async function saveCredentials(credentials: Credentials): Promise<void> {
  const path = credentialsPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = `${path}.${process.pid}`
  await rm(written, { force: true })
  await writeFile(written, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(written, path).catch(async (error: unknown) => {
    await rm(written, { force: true })
    throw error
  })
}

export async function dropCredentials(): Promise<void> {
  await rm(credentialsPath(), { force: true })
}
