import type { ChildProcess } from 'node:child_process'
import { approveDeviceLogin, pollDeviceLogin, startDeviceLogin } from '@plinth/contract'
import { guest, type Person, withPlatform } from '../../../app/testing/people.ts'

/** All tests call from one network, which may start 30 logins in ten minutes. */
export const forgetStarts = () =>
  withPlatform((on) => on.query(`delete from rate_limit where key like 'device-login%'`))

export async function startLogin(name = 'laptop', write = false) {
  await forgetStarts()
  return guest().call(startDeviceLogin, { body: { name, write } })
}

export const pollLogin = (deviceCode: string) =>
  guest().call(pollDeviceLogin, { body: { deviceCode } })

interface Approval {
  projectIds: string[]
  readOnly?: boolean
}

/** A personal key that the person approved, as the command line gets it. */
export async function newPersonalKey(
  person: Person,
  { projectIds, readOnly = true }: Approval,
): Promise<string> {
  const { deviceCode, userCode } = await startLogin()
  await person.client.call(approveDeviceLogin, { body: { userCode, projectIds, readOnly } })
  const answer = await pollLogin(deviceCode)
  if (answer.status !== 'approved') throw new Error(`the login is ${answer.status}`)
  return answer.secret
}

/** Waits until `plinth login` asks for the approval; returns its code and what it has printed until now. */
export async function readUserCode(
  login: ChildProcess,
): Promise<{ userCode: string; printed: () => string }> {
  let text = ''
  const userCode = await new Promise<string>((resolve) => {
    login.stderr?.on('data', (part) => {
      text += part
      const code = /code is (\w{4}-\w{4})/.exec(text)?.[1]
      if (code) resolve(code)
    })
  })
  return { userCode, printed: () => text }
}
