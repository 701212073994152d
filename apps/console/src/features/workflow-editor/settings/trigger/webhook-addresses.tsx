import type { WorkflowNode, WorkflowTrigger } from '@plinth/contract'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/forms/input.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { CopyButton } from '../../../../ui/primitives/copy-button.tsx'
import { triggerStrings as words } from '../../strings/trigger-strings.ts'
import type { SavedTrigger } from './use-trigger.ts'
import { WebhookFacts } from './webhook-facts.tsx'

function Address({ label, trigger }: { label: string; trigger: WorkflowTrigger }) {
  const { url = '', active } = trigger
  return (
    <Field
      label={label}
      hint={active ? undefined : words.notActive}
      aside={<CopyButton label={words.copy(label)} copiedLabel={words.copied} text={url} />}
    >
      {(control) => (
        <Input
          {...control}
          readOnly
          value={url}
          className="font-mono text-xs"
          onFocus={(event) => event.target.select()}
        />
      )}
    </Field>
  )
}

/** Webhook URLs of each environment, with method and authentication. */
export function WebhookAddresses({
  dev,
  production,
  isLoading,
  data,
}: SavedTrigger & Pick<WorkflowNode, 'data'>) {
  if (isLoading) return null
  return (
    <Section title={words.address}>
      <div className="flex flex-col gap-3.5 px-3.5 pb-4">
        {dev ? (
          <Address label={words.inDev} trigger={dev} />
        ) : (
          <p className="text-xs text-fg-2">{words.saveFirst}</p>
        )}
        {production ? (
          <Address label={words.inProduction} trigger={production} />
        ) : (
          <p className="text-xs text-fg-2">{words.deployFirst}</p>
        )}
        <WebhookFacts data={data} />
      </div>
    </Section>
  )
}
