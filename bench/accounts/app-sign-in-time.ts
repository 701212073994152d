import { call, signIn } from '../../faults/stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { compareSignInFailures } from './compare-sign-in-failures.ts'

const EACH = 150
const PEOPLE = {
  id: 'people',
  name: 'people',
  type: 'Auth',
  columns: [
    { id: 'e', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
    { id: 'p', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
    { id: 'v', name: 'verified', type: 'checkbox' },
  ],
  rules: { create: 'true' },
}

interface Posted {
  address: string
  token?: string
}

async function post(at: Posted, { path, body }: { path: string; body: unknown }) {
  const answer = await call(at, { method: 'POST', path, body })
  if (!answer.status || answer.status >= 300) throw new Error(`${path} answered ${answer.status}`)
  return answer.body
}

/** Creates an app with as many users as are measured. */
async function makeApp(address: string): Promise<string> {
  const staff = { address, token: await signIn(address) }
  const project = await post(staff, { path: '/api/project', body: { cloned: false, name: 'App' } })
  const projectId = String(project.projectId)
  const body = { newConfiguration: { tables: [PEOPLE] } }
  await post(staff, { path: `/api/project/${projectId}/configuration`, body })
  await post(staff, { path: `/api/database/${projectId}/sync`, body: {} })
  const signUp = `/api/auth/people/sign-up?$projectId=${projectId}`
  for (let number = 1; number <= EACH; number += 1) {
    const account = { email: `user${number}@example.com`, password: 'the right password' }
    await post({ address }, { path: signUp, body: account })
  }
  return projectId
}

/** The response time of an app's sign-in must not reveal whether an account exists (R30). */
async function measure(): Promise<Measured> {
  const env = { PLINTH_SIGN_IN_ATTEMPTS: '100000000', PLINTH_DEFAULT_ENGINE: 'sqlite3' }
  const stack = await startStack({ dataDir: makeDataDir(), env })
  const projectId = await makeApp(stack.address)
  const path = `/api/auth/people/sign-in?$projectId=${projectId}`
  const time = async (email: string) => {
    const body = { email, password: 'not the password' }
    const since = performance.now()
    const { status } = await call({ address: stack.address }, { method: 'POST', path, body })
    if (status !== 401) throw new Error(`a wrong password answered ${status}`)
    return performance.now() - since
  }
  const measured = await compareSignInFailures({
    each: EACH,
    known: (number) => time(`user${number}@example.com`),
    unknown: (number) => time(`none${number}@example.com`),
  })
  await stack.stop()
  removeDataDir(stack.dataDir)
  return measured
}

export const appSignInTime: Measurement = { name: 'app-sign-in-time', run: measure }
