import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonSchemaOfConfiguration, jsonSchemaOfWorkflow } from '@plinth/schema'

const SCHEMAS = {
  configuration: jsonSchemaOfConfiguration,
  workflow: jsonSchemaOfWorkflow,
}

/** Writes the JSON Schemas of a configuration and of a workflow, under `schemas/`. */
export async function writeSchemas({ outDir }: { outDir: string }): Promise<void> {
  const folder = join(outDir, 'schemas')
  await mkdir(folder, { recursive: true })
  for (const [name, describe] of Object.entries(SCHEMAS)) {
    const schema = { title: `Plinth ${name}`, ...describe() }
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`)
  }
}
