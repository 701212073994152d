import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveDeviceLogin } from '@plinth/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { newProject, newStaff } from '../../app/testing/people.ts'
import { forgetStarts, readUserCode } from './testing/device-login.ts'

const cli = join(import.meta.dirname, '../../../../../packages/cli/src/main.ts')

/** A proxy that answers the first poll with 503, closes the connection of the second, and passes on all other calls. */
async function openProxy(): Promise<{ address: string; polls: () => number }> {
  let polls = 0
  const proxy: Server = createServer((asked, answer) => {
    const isPoll = asked.url === '/auth/device-login/token'
    if (isPoll) polls += 1
    if (isPoll && polls === 1) answer.writeHead(503).end('busy')
    else if (isPoll && polls === 2) asked.socket.destroy()
    else {
      const { method = 'GET', headers, url } = asked
      const sent = request(new URL(url ?? '', inject('server').address), { method, headers })
      sent.on('response', (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers)
        got.pipe(answer)
      })
      asked.pipe(sent)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, polls: () => polls }
}

test('plinth login goes on after polls without an answer', async () => {
  const home = await mkdtemp(join(tmpdir(), 'plinth-login-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const proxy = await openProxy()
  await forgetStarts()
  const child = execFile(process.execPath, [cli, 'login', '--url', proxy.address], {
    env: { ...process.env, XDG_CONFIG_HOME: home },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const { userCode, printed } = await readUserCode(child)
  await owner.client.call(approveDeviceLogin, { body: { userCode, projectIds: [projectId] } })
  expect(await ended, printed()).toBe(0)
  expect(proxy.polls()).toBe(3)
  const stored = JSON.parse(await readFile(join(home, 'plinth/credentials.json'), 'utf8'))
  expect(stored).toMatchObject({ url: proxy.address, key: expect.stringMatching(/^plp_/) })
}, 90_000)
