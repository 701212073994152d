import type { Configuration, Table } from '@plinth/contract'
import { useState } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { DialogBody } from '../../../ui/dialogs/dialog-body.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { CodeBlock } from './code-block.tsx'
import { apiStrings as strings } from './strings.ts'
import { TryCall } from './try-call.tsx'
import { OWN_ADDRESS } from './use-target.ts'
import { type Sender, useTryCall } from './use-try-call.ts'
import { writeCalls, writeSetUp } from './write-calls.ts'
import type { Target } from './write-curl.ts'

type Language = keyof typeof strings.languages
const LANGUAGES: readonly Language[] = ['curl', 'client', 'fetch']
const SENDERS = ['guest', 'user', 'key'] as const

function noteOf(bearer: Target['bearer'], language: Language): string {
  if (bearer === 'guest') return strings.guestToken
  return bearer === 'key' ? strings.keyToken : strings.token[language]
}

/** The calls of one table as samples, and a form that sends them. */
export function TableApiBody({ synced, table }: { synced: Configuration; table: Table }) {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  const userTables = synced.tables.filter(({ type }) => type === 'Auth').map(({ name }) => name)
  const [language, setLanguage] = useState<Language>('curl')
  const [title, setTitle] = useState<string>(strings.calls.list)
  const [sender, setSender] = useState<Sender>({
    ...{ bearer: 'guest', key: '', email: '', password: '' },
    table: userTables[0] ?? '',
  })
  const trying = useTryCall({ projectId, environment })
  const place = { address: OWN_ADDRESS, projectId, environment, isDomain: false }
  const target: Target = { ...place, bearer: sender.bearer }
  const calls = writeCalls(synced, { table, target })
  const call = calls.find((one) => one.title === title) ?? calls[0]
  if (!call) return null
  const change = (part: Partial<Sender>) => {
    trying.forget()
    setSender({ ...sender, ...part })
  }
  return (
    <DialogBody className="max-h-[calc(100vh-140px)] gap-3 pb-5">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={strings.call} className="w-56">
          {(control) => (
            <Select
              {...control}
              value={call.title}
              options={calls.map((one) => ({ value: one.title, label: one.title }))}
              onValueChange={(next) => {
                trying.forget()
                setTitle(next)
              }}
            />
          )}
        </Field>
        <Segmented
          label={strings.language}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: strings.languages[value] }))}
          onValueChange={setLanguage}
        />
        <Segmented
          label={strings.sendAs}
          value={sender.bearer}
          options={SENDERS.map((value) => ({ value, label: strings.senders[value] }))}
          onValueChange={(bearer) => change({ bearer })}
        />
      </div>
      <p className="text-xs text-fg-2">{noteOf(sender.bearer, language)}</p>
      {language === 'client' ? (
        <CodeBlock title={strings.setUp} code={writeSetUp(target, table.type === 'Auth')} />
      ) : null}
      <CodeBlock title={call.title} code={call[language]} />
      <TryCall
        key={call.title}
        request={call.request}
        {...{ environment, sender, userTables, trying }}
        onSender={change}
      />
    </DialogBody>
  )
}
