import { expect, test } from 'vitest'
import { createProject } from './project.ts'
import { DEFAULT_REGION, REGIONS } from './region.ts'

const projectId = `prj_${'0'.repeat(26)}`

test('lists the regions and labels of the spec, Singapore first', () => {
  expect(Object.fromEntries(REGIONS.map((one) => [one.value, one.label]))).toEqual({
    'aws-ap-southeast-1': 'Singapore',
    'aws-eu-central-1': 'Frankfurt',
    'aws-ap-southeast-2': 'Sydney',
    'aws-us-east-1': 'N. Virginia',
    'aws-us-east-2': 'Ohio',
    'aws-us-west-2': 'Oregon',
  })
  expect(REGIONS[0].value).toBe(DEFAULT_REGION)
})

test.each([
  ['a name alone', { cloned: false, name: 'a' }, true],
  ['a name without cloned', { name: 'a' }, true],
  ['a clone without cloned', { name: 'a', projectId, connectionUrl: 'postgres://h/d' }, false],
  ['an unknown region', { cloned: false, name: 'a', region: 'moon' }, false],
  ['a blank name', { cloned: false, name: '  ' }, false],
  ['a clone', { cloned: true, name: 'a', projectId, connectionUrl: 'postgres://h/d' }, true],
  ['a clone with a region', { cloned: true, name: 'a', projectId, region: DEFAULT_REGION }, false],
  ['a clone without its database', { cloned: true, name: 'a', projectId }, false],
  ['a new project with a database', { cloned: false, name: 'a', connectionUrl: 'x' }, false],
])('creates with %s', (_, body, fits) => {
  expect(createProject.body?.safeParse(body).success).toBe(fits)
})
