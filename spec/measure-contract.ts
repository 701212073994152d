import * as c from '@plinth/contract'
import { readCatalogue } from './catalogue.ts'

const catalogue = readCatalogue()

interface Fields {
  shape: object
}

/** Fields of the spec that a shape has; the shape may have more. */
function fieldsOf(id: string, shape: Fields): string[] {
  const wanted = catalogue.constants.find((one) => one.id === id)?.value as string[]
  return wanted.filter((name) => name in shape.shape)
}

function least(accepts: (value: number) => boolean): number | undefined {
  return [-2, -1, 0, 1, 2].find(accepts)
}

function accepted(pattern: string, id: string): unknown {
  const samples = catalogue.constants.find((one) => one.id === id)?.value as [string, boolean][]
  return samples.map(([text]) => [text, new RegExp(pattern).test(text)])
}

function measureColumns(): Record<string, unknown> {
  const { text, number, checkbox, json, select } = c.ColumnOptions
  const entries = Object.entries(c.ColumnOptions)
  return {
    'column.types': c.COLUMN_TYPES,
    ...Object.fromEntries(
      entries.map(([type, shape]) => [
        `column.${type}.options`,
        fieldsOf(`column.${type}.options`, shape),
      ]),
    ),
    'column.text.min': text.parse({}).min,
    'column.text.max': text.parse({}).max,
    'column.number.default': number.parse({}).default,
    'column.number.min': number.parse({}).min,
    'column.number.max': number.parse({}).max,
    'column.checkbox.default': checkbox.parse({}).default,
    'column.json.nesting': json.parse({}).nesting,
    'column.json.default': json.parse({}).default,
    'column.select.selectOptions': select.parse({}).selectOptions,
    'column.requiredEverywhere': entries.every(([, shape]) => 'isRequired' in shape.shape),
    'pattern.email': accepted(c.COLUMN_PATTERNS.email, 'pattern.email'),
    'pattern.url': accepted(c.COLUMN_PATTERNS.url, 'pattern.url'),
    'pattern.phoneNumber': accepted(c.COLUMN_PATTERNS.phoneNumber, 'pattern.phoneNumber'),
  }
}

function measureSettings(): Record<string, unknown> {
  const { errorHandling, execution, access } = c.WorkflowSettings.parse({})
  const takes = (settings: unknown) => c.WorkflowSettings.safeParse(settings).success
  return {
    'settings.retryCount': errorHandling.retryCount,
    'settings.retryDelay': errorHandling.retryDelay,
    'settings.failureAction': errorHandling.failureAction,
    'settings.timeout': execution.timeout,
    'settings.concurrency': execution.concurrency,
    'settings.execute': access.execute,
    'settings.retryCount.min': least((n) => takes({ errorHandling: { retryCount: n } })),
    'settings.retryDelay.min': least((n) => takes({ errorHandling: { retryDelay: n } })),
    'settings.timeout.min': least((n) => takes({ execution: { timeout: n } })),
    'settings.concurrency.min': least((n) => takes({ execution: { concurrency: n } })),
    'settings.failureActions': c.FAILURE_ACTIONS,
  }
}

function measureFields(): Record<string, unknown> {
  const data = c.WorkflowNode.shape.data
  const file = c.requestUpload.body?.shape.files.element
  return {
    ...named('login.payload', c.signIn.body),
    ...named('login.answer', c.signIn.answer),
    ...named('project.fields', c.Project),
    ...named('configuration.fields', c.Configuration),
    ...named('table.fields', c.Table),
    ...named('column.fields', c.Column.options[0]),
    ...named('row.fields', c.Row),
    ...named('file.fields', c.FileValue),
    ...named('upload.request', c.requestUpload.body),
    ...named('upload.file', file),
    ...named('upload.answer', c.requestUpload.answer),
    ...named('member.fields', c.Member),
    ...named('domain.fields', c.Domain),
    ...named('environment.fields', c.Environment),
    ...named('constant.fields', c.Constant),
    ...named('workflow.fields', c.Workflow),
    ...named('credential.fields', c.Credential),
    ...named('node.data', data),
    ...named('definition.fields', c.NodeDefinition),
    ...named('property.fields', c.NodeProperty),
    ...named('property.ui', c.NodeProperty.shape.ui),
    ...named('connection.fields', c.Connection),
    ...named('rows.queryParameters', c.RowQuery),
  }
}

function named(id: string, shape: Fields | undefined): Record<string, unknown> {
  return shape === undefined ? {} : { [id]: fieldsOf(id, shape) }
}

function measureLists(): Record<string, unknown> {
  const groups = catalogue.constants.filter((one) => one.id.startsWith('credential.group.'))
  return {
    ...Object.fromEntries(c.REGIONS.map((one) => [`region.${one.value}`, one.label])),
    ...Object.fromEntries(groups.map((one, at) => [one.id, c.CREDENTIAL_GROUPS[at]?.types])),
    'table.types': c.TABLE_TYPES,
    'rules.operations': c.OPERATIONS,
    'member.roles': c.ROLES,
    'member.assignable': c.ASSIGNABLE_ROLES,
    'environment.names': c.ENVIRONMENT_NAMES,
    'form.components': c.FORM_COMPONENTS,
  }
}

function measureDefaults(): Record<string, unknown> {
  const project = c.createProject.body?.parse({ cloned: false, name: 'a' })
  const configuration = c.Configuration.parse({})
  const rules = new Set(Object.values(c.Table.parse({ id: 't', name: 't' }).rules))
  const node = c.WorkflowNode.parse({
    id: 'n',
    position: { x: 0, y: 0 },
    data: { definition: EMPTY_DEFINITION, label: 'n' },
  })
  return {
    'region.default': project?.cloned === false ? project.region : undefined,
    'configuration.version': configuration.version,
    'configuration.database': configuration.database,
    'rules.default': rules.size === 1 ? [...rules][0] : [...rules],
    'node.type': node.type,
    'node.active': node.data.active,
    'node.isDisabled': node.data.isDisabled,
    'property.step': c.NodeProperty.parse({ ui: { component: 'number-input' } }).ui.step,
  }
}

const EMPTY_DEFINITION = {
  name: 'n',
  display_name: 'n',
  description: '',
  category: '',
  input_schemas: {},
  connection_config: { inputs: { types: [] }, outputs: { types: [] } },
}

/** Values of the constants that live in the contract, measured by parsing its shapes. */
export function measureContract(): Record<string, unknown> {
  const all = {
    ...measureLists(),
    ...measureDefaults(),
    ...measureColumns(),
    ...measureSettings(),
    ...measureFields(),
  }
  return JSON.parse(JSON.stringify(all)) as Record<string, unknown>
}
