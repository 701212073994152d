import * as z from 'zod'
import { Column } from './configuration/column.ts'
import { Configuration, Table } from './configuration/configuration.ts'
import { User } from './people/person.ts'
import { Project } from './project/project.ts'
import { ErrorEnvelope } from './protocol/api-error.ts'
import { Row } from './rows/row.ts'
import { Credential } from './workflow/credential.ts'
import { NodeDefinition } from './workflow/node-definition.ts'
import { Workflow, WorkflowNode, WorkflowSettings } from './workflow/workflow-shapes.ts'

export type Json = Record<string, unknown>
/** A field with a default is optional in requests and required in responses. */
export type Direction = 'input' | 'output'

const NAMED = {
  ErrorEnvelope,
  User,
  Column,
  Configuration,
  Table,
  Credential,
  NodeDefinition,
  Project,
  Row,
  Workflow,
  WorkflowNode,
  WorkflowSettings,
}
const names = z.registry<{ id: string }>()
for (const [id, shape] of Object.entries(NAMED)) names.add(shape, { id })

/** Not recursive: types that are generated from a union that names itself do not compile. */
const ANY_JSON = { description: 'Any JSON value.' }
const JSON_VALUE = 'JsonValue'

/** `z.json()` is the only unnamed recursive schema, so all of them can share one component. */
function componentName(def: string, io: Direction): string {
  if (def.startsWith('__')) return JSON_VALUE
  return io === 'input' ? `${def}Input` : def
}

function pointAtComponents(schema: unknown, io: Direction): Json {
  const text = JSON.stringify(schema).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_, def: string) => `"#/components/schemas/${componentName(def, io)}"`,
  )
  return JSON.parse(text) as Json
}

/** Converts shapes to JSON Schema and collects named shapes as components, each emitted once. */
export function collectSchemas() {
  const schemas: Json = {}

  function schemaOf(shape: z.ZodType, io: Direction): Json {
    // Wrapped in an object so that a named shape also becomes a reference.
    const { $defs, properties } = z.toJSONSchema(z.object({ shape }), {
      io,
      metadata: names,
      unrepresentable: 'any',
    })
    for (const [def, part] of Object.entries($defs ?? {})) {
      const name = componentName(def, io)
      schemas[name] = name === JSON_VALUE ? ANY_JSON : pointAtComponents(part, io)
    }
    return pointAtComponents(properties?.shape, io)
  }

  return { schemas, schemaOf }
}
