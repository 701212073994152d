import { type Configuration, ENVIRONMENT_NAMES } from '@plinth/contract'
import { sortTables } from '@plinth/schema'
import { Braces } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { buttonStyle } from '../../../ui/primitives/button.tsx'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { Panel } from '../panel/panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { CodeBlock } from './code-block.tsx'
import { Downloads } from './downloads.tsx'
import { apiStrings as strings } from './strings.ts'
import { TableMenu } from './table-menu.tsx'
import { useTarget } from './use-target.ts'
import { writeCalls, writeSetUp } from './write-calls.ts'
import type { Target } from './write-curl.ts'

type Language = keyof typeof strings.languages
const LANGUAGES: readonly Language[] = ['curl', 'client', 'fetch']
const BEARERS = ['user', 'key'] as const

function TargetBar({ choice }: { choice: ReturnType<typeof useTarget> }) {
  const { target, environment, setEnvironment, setBearer, addresses, setAddress } = choice
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <Field
        label={strings.address}
        hint={target.isDomain ? strings.addressHint : strings.noDomain}
        className="w-110"
      >
        {(control) => (
          <div className="flex items-center gap-1">
            <Select
              {...control}
              value={target.address}
              options={addresses.map((value) => ({ value, label: value }))}
              onValueChange={setAddress}
            />
            <CopyButton
              label={strings.copyAddress}
              copiedLabel={strings.copied}
              text={target.address}
            />
          </div>
        )}
      </Field>
      <div className="pt-[22px]">
        <Segmented
          label={strings.environment}
          value={environment}
          options={ENVIRONMENT_NAMES.map((value) => ({ value, label: value }))}
          onValueChange={setEnvironment}
        />
      </div>
      <div className="pt-[22px]">
        <Segmented
          label={strings.bearer}
          value={target.bearer}
          options={BEARERS.map((value) => ({ value, label: strings.bearers[value] }))}
          onValueChange={setBearer}
        />
      </div>
    </div>
  )
}

function NothingYet({ target }: { target: Target }) {
  const text = target.environment === 'dev' ? strings.empty.dev : strings.empty.production
  return (
    <div className="mt-5 rounded-xl border bg-surface shadow-1">
      <EmptyState icon={<Braces />} title={strings.empty.title} text={text}>
        <Link to={`/project/${target.projectId}/data`} className={buttonStyle('outline')}>
          {strings.empty.action}
        </Link>
      </EmptyState>
    </div>
  )
}

function Calls({ configuration, target }: { configuration: Configuration; target: Target }) {
  const [language, setLanguage] = useState<Language>('curl')
  const [tableId, setTableId] = useState<string>()
  const tables = useMemo(() => sortTables(configuration.tables), [configuration])
  const table = tables.find(({ id }) => id === tableId) ?? tables[0]
  if (!table) return <NothingYet target={target} />
  const calls = writeCalls(configuration, { table, target })
  return (
    <div className="mt-6 flex gap-6">
      <TableMenu tables={tables} current={table} onChoose={setTableId} />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex items-center justify-between gap-3">
          <p className="text-xs text-fg-2">
            {target.bearer === 'key' ? strings.keyToken : strings.token[language]}
          </p>
          <Segmented
            label={strings.language}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: strings.languages[value] }))}
            onValueChange={setLanguage}
          />
        </div>
        {language === 'client' ? (
          <CodeBlock
            title={strings.setUp}
            note={strings.setUpText}
            code={writeSetUp(target, table.type === 'Auth')}
          />
        ) : null}
        {calls.map((call) => (
          <CodeBlock key={call.title} title={call.title} code={call[language]} />
        ))}
      </div>
    </div>
  )
}

function Api() {
  const project = useCurrentProject()
  const choice = useTarget()
  const { environment, target } = choice
  const { old_configuration: configuration } =
    environment === 'dev' ? project.configuration : project.prodConfiguration
  return (
    <Panel
      title={settings.sections.api}
      text={strings.text}
      action={<Downloads configuration={configuration} target={target} />}
    >
      <TargetBar choice={choice} />
      <Calls key={environment} configuration={configuration} target={target} />
    </Panel>
  )
}

/** API examples for the project's tables; starts with the current environment. */
export function ApiPanel() {
  return <Api key={useEnvironment()} />
}
