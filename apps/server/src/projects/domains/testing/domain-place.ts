import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import {
  createDomain,
  type Domain,
  listDomains,
  listEnvironments,
  proveDomain,
  updateDomain,
} from '@plinth/contract'
import type { RunningServer } from '../../../app/startup/start-server.ts'
import { appConfiguration, newApp } from '../../../app/testing/app-tables.ts'
import { clientOf, newStaff } from '../../../app/testing/people.ts'

/** A project and its owner's calls to one server. */
export async function openDomainPlace(server: RunningServer, who = newStaff()) {
  const person = await who
  const projectId = await newApp(person, appConfiguration('postgres'))
  const params = { projectId }
  const client = clientOf(person.token, server.address)
  const { environments } = await client.call(listEnvironments, { params })
  const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
  return {
    person,
    projectId,
    environment,
    record: (host: string) => ({ [`_plinth.${host}`]: `project=${projectId}` }),
    create: async (domain: string) =>
      (await client.call(createDomain, { params, body: { domain, environment } })).domain,
    prove: async ({ id }: Pick<Domain, 'id'>) =>
      (await client.call(proveDomain, { params: { projectId, domainId: id } })).domain,
    update: async ({ id }: Domain, body: { domain: string; environment: string }) =>
      (await client.call(updateDomain, { params: { projectId, domainId: id }, body })).domain,
    list: async () => (await client.call(listDomains, { params })).domains,
  }
}

/** A host name that nobody else uses. */
export const freshHost = () => `${randomUUID()}.example.com`

/** The status of a list of rows by host name alone. */
function statusAt({ address }: RunningServer, host: string): Promise<number> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: '/api/data/notes', headers: { host } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject).end()
  })
}

/** Whether requests to the host name reach its project. */
export const isServed = async (server: RunningServer, host: string): Promise<boolean> =>
  (await statusAt(server, host)) === 200
