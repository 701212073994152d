import { randomUUID } from 'node:crypto'
import {
  createConstant,
  createDomain,
  deleteConstant,
  deleteDomain,
  type EnvironmentName,
  listEnvironments,
  updateConstant,
  updateDomain,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { join, newProject, newStaff, type Person, theAdmin } from '../testing/people.ts'

/** 'anything whose environment is production': only admins may change it, move items there or remove them. */
const ROLES = ['developer', 'owner', 'admin'] as const
type Who = (typeof ROLES)[number]

let people: Record<Who, Person>
let projectId: string
let environments: Record<EnvironmentName, string>

beforeAll(async () => {
  const [developer, owner, admin] = await Promise.all([newStaff(), newStaff(), theAdmin()])
  people = { developer, owner, admin }
  projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  const found = await owner.client.call(listEnvironments, { params: { projectId } })
  environments = Object.fromEntries(found.environments.map(({ id, name }) => [name, id])) as Record<
    EnvironmentName,
    string
  >
})

interface Kind {
  create: (who: Person, environment: EnvironmentName) => Promise<string>
  edit: (who: Person, id: string, environment: EnvironmentName) => Promise<unknown>
  drop: (who: Person, id: string) => Promise<unknown>
}

const domainBody = (environment: EnvironmentName) => ({
  domain: `${randomUUID()}.example.com`,
  environment: environments[environment],
})
const constantBody = (environment: EnvironmentName) => ({
  key: `K_${randomUUID().replaceAll('-', '')}`,
  value: 'v',
  environment: environments[environment],
})

const KINDS: Record<'domain' | 'constant', Kind> = {
  domain: {
    create: async (who, environment) => {
      const body = domainBody(environment)
      return (await who.client.call(createDomain, { params: { projectId }, body })).domain.id
    },
    edit: (who, domainId, environment) => {
      const body = domainBody(environment)
      return who.client.call(updateDomain, { params: { projectId, domainId }, body })
    },
    drop: (who, domainId) => who.client.call(deleteDomain, { params: { projectId, domainId } }),
  },
  constant: {
    create: async (who, environment) => {
      const body = constantBody(environment)
      return (await who.client.call(createConstant, { params: { projectId }, body })).constant.id
    },
    edit: (who, id, environment) => {
      const body = constantBody(environment)
      return who.client.call(updateConstant, { params: { projectId, id }, body })
    },
    drop: (who, id) => who.client.call(deleteConstant, { params: { projectId, id } }),
  },
}

const ACTS: Record<string, { production: boolean; act: (kind: Kind, who: Person) => unknown }> = {
  'create in dev': { production: false, act: (kind, who) => kind.create(who, 'dev') },
  'edit in dev': {
    production: false,
    act: async (kind, who) => kind.edit(who, await kind.create(people.admin, 'dev'), 'dev'),
  },
  'delete in dev': {
    production: false,
    act: async (kind, who) => kind.drop(who, await kind.create(people.admin, 'dev')),
  },
  'create in production': { production: true, act: (kind, who) => kind.create(who, 'production') },
  'edit in production': {
    production: true,
    act: async (kind, who) =>
      kind.edit(who, await kind.create(people.admin, 'production'), 'production'),
  },
  'move into production': {
    production: true,
    act: async (kind, who) => kind.edit(who, await kind.create(people.admin, 'dev'), 'production'),
  },
  'move out of production': {
    production: true,
    act: async (kind, who) => kind.edit(who, await kind.create(people.admin, 'production'), 'dev'),
  },
  'delete in production': {
    production: true,
    act: async (kind, who) => kind.drop(who, await kind.create(people.admin, 'production')),
  },
}

describe.each(Object.entries(KINDS))('a %s', (_, kind) => {
  describe.each(Object.entries(ACTS))('%s', (_, { production, act }) => {
    test.each(ROLES)('%s', async (who) => {
      const outcome = await Promise.resolve(act(kind, people[who])).then(
        () => 'done',
        (error) => ({ status: error.status, message: error.message }),
      )
      if (production && who !== 'admin') {
        expect(outcome).toEqual({
          status: 403,
          message: 'Only an admin may change what belongs to production.',
        })
      } else expect(outcome).toBe('done')
    })
  })
})
