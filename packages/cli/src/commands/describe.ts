import { writeFile } from 'node:fs/promises'
import {
  COMMON_HELP,
  COMMON_OPTIONS,
  type Command,
  PROJECT_HELP,
  readArgs,
  UsageError,
} from '../command.ts'
import { connect, listProjects, openPlace } from '../connection.ts'
import { call } from '../http.ts'
import { note, printDocument, printJson, printTable } from '../print.ts'

const OPTIONS = { ...COMMON_OPTIONS, out: { type: 'string' } } as const
const OUT_HELP = ['--out FILE', 'the file to write; standard output without it'] as const

async function write(text: string, out: string | undefined): Promise<void> {
  if (out === undefined) {
    printDocument(`${text.trimEnd()}\n`)
    return
  }
  await writeFile(out, text).catch((error: Error) => {
    throw new UsageError(`Cannot write ${out}: ${error.message}`)
  })
  note(`Wrote ${out}`)
}

export const projects: Command = {
  usage: 'projects',
  summary: 'List the projects of the key',
  options: [...COMMON_HELP],
  async run(args) {
    const { values } = readArgs(args, COMMON_OPTIONS)
    const listed = await listProjects(await connect(values))
    if (values.json) printJson(listed.map(({ id, name, role }) => ({ id, name, role })))
    else
      printTable(
        ['id', 'name', 'role'],
        listed.map(({ id, name, role }) => [id, name, role]),
      )
  },
}

export const types: Command = {
  usage: 'types [--out FILE]',
  summary: "Write a TypeScript module with the types of a project's rows, for @plinth/client",
  options: [OUT_HELP, ...PROJECT_HELP, ...COMMON_HELP],
  async run(args) {
    const { values } = readArgs(args, OPTIONS)
    const { connection, projectId, environment } = await openPlace(values)
    const path = connection.isApiKey ? '/api/openapi/data.ts' : `/api/project/${projectId}/types`
    const query = connection.isApiKey ? {} : { $environment: environment }
    const answer = await call<{ types: string }>(connection, { path, query })
    if (values.json && values.out === undefined) printJson(answer)
    else await write(answer.types, values.out)
  },
}

export const openapi: Command = {
  usage: 'openapi [--out FILE]',
  summary: 'Write the OpenAPI document of a project, or of the tables of an API key',
  options: [OUT_HELP, ...PROJECT_HELP, ...COMMON_HELP],
  async run(args) {
    const { values } = readArgs(args, OPTIONS)
    const { connection, projectId, environment } = await openPlace(values)
    const path = connection.isApiKey
      ? '/api/openapi/data.json'
      : `/api/project/${projectId}/openapi.json`
    const query = connection.isApiKey ? {} : { $environment: environment }
    const document = await call<unknown>(connection, { path, query })
    await write(`${JSON.stringify(document, null, 2)}\n`, values.out)
  },
}
