import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'

/** For programs that generate their types: the key selects project and environment, and what is described. */
export const getDataOpenapi = endpoint({
  name: 'getDataOpenapi',
  summary: 'The tables and operations of an API key as an OpenAPI document',
  method: 'GET',
  path: '/api/openapi/data.json',
  access: 'key',
  production: 'settings',
  answer: z.looseObject({ openapi: z.string() }),
})

export const getDataTypes = endpoint({
  name: 'getDataTypes',
  summary: 'The types of the tables of an API key as a TypeScript module',
  method: 'GET',
  path: '/api/openapi/data.ts',
  access: 'key',
  production: 'settings',
  answer: z.object({ types: z.string() }),
})

export const getDataOverview = endpoint({
  name: 'getDataOverview',
  summary: 'The tables and operations of an API key as a text for language models',
  method: 'GET',
  path: '/api/openapi/data.md',
  access: 'key',
  production: 'settings',
  answer: z.object({ text: z.string() }),
})
