import { readFile } from 'node:fs/promises'

/** The account that owns the servers' files and runs them. */
export interface ServerUser {
  uid: number
  gid: number
  name: string
  /** True if this process runs as root and must switch to this user; PostgreSQL refuses to run as root. */
  switched: boolean
}

const candidates = ['postgres', 'nobody']

/** The account that the servers run as: the current one, or for root the user `postgres`, else `nobody`. */
export async function chooseServerUser(): Promise<ServerUser> {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  const accounts = await readAccounts()
  if (uid !== 0) {
    const own = accounts.find((account) => account.uid === uid)
    return { uid, gid, name: own?.name ?? `uid ${uid}`, switched: false }
  }
  for (const name of candidates) {
    const account = accounts.find((entry) => entry.name === name && entry.uid !== 0)
    if (account) return { ...account, switched: true }
  }
  return { uid: 65534, gid: 65534, name: 'uid 65534', switched: true }
}

async function readAccounts(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
