import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseServerUser } from '../../embedded/process/choose-server-user.ts'

const run = promisify(execFile)

/** An authority of our own and a server's certificate for localhost, which only its name verifies. */
export interface TestCertificates {
  /** The authority's certificate in PEM, and the file that has it. */
  ca: string
  caFile: string
  /** An authority that signed nothing. */
  otherCa: string
  certFile: string
  keyFile: string
  remove(): Promise<void>
}

export async function makeCertificates(): Promise<TestCertificates> {
  const home = await mkdtemp(join(tmpdir(), 'plinth-certificates-'))
  await chmod(home, 0o755)
  const at = (name: string) => join(home, name)
  const openssl = (...args: string[]) => run('openssl', args, { cwd: home })
  const authority = (name: string) =>
    openssl(
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`],
    )
  await authority('ours')
  await authority('other')
  await openssl(
    ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr'],
  )
  await writeFile(at('names'), 'subjectAltName=DNS:localhost\n')
  await openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ours.pem', '-CAkey', 'ours.key'],
    ...['-CAcreateserial', '-days', '2', '-extfile', 'names', '-out', 'server.pem'],
  )
  const user = await chooseServerUser()
  await chmod(at('server.key'), 0o600)
  if (user.switched) await chown(at('server.key'), user.uid, user.gid)
  return {
    ca: await readFile(at('ours.pem'), 'utf8'),
    caFile: at('ours.pem'),
    otherCa: await readFile(at('other.pem'), 'utf8'),
    certFile: at('server.pem'),
    keyFile: at('server.key'),
    remove: () => rm(home, { recursive: true, force: true }),
  }
}
