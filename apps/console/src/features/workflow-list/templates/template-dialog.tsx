import { listNeeds, TEMPLATE_IDS, TEMPLATES, type TemplateId } from '@plinth/schema'
import { type FormEvent, useState } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { FailedCard } from '../../../ui/layout/error-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useNodeKinds } from '../list-queries.ts'
import { WorkflowProblem } from '../workflow-problem.tsx'
import { freeName } from './free-name.ts'
import { templateStrings as words } from './strings.ts'
import { TemplateChoice } from './template-choice.tsx'
import { TemplateNeeds } from './template-needs.tsx'
import { TemplateNodes } from './template-nodes.tsx'
import { useCreateFromTemplate } from './use-create-from-template.ts'

interface TemplateFormProps {
  /** The names of the workflows in dev. */
  names: readonly string[]
  onClose: () => void
}

function TemplateForm({ names, onClose }: TemplateFormProps) {
  const [id, setId] = useState<TemplateId>(TEMPLATE_IDS[0])
  const [typed, setTyped] = useState<string>()
  const [createsTables, setCreatesTables] = useState(true)
  const kinds = useNodeKinds()
  const draft = useCurrentProject().configuration.new_configuration
  const { create, isPending, problem, reset } = useCreateFromTemplate()
  const template = TEMPLATES[id]
  const name = typed ?? freeName(template.name, names)
  const isNamed = name.trim() !== ''
  const choose = (chosen: TemplateId) => {
    setId(chosen)
    setTyped(undefined)
    reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isNamed || isPending || !kinds.data) return
    create({ template, name, createsTables, definitions: kinds.data })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex items-start gap-5 px-5 pt-4">
        <TemplateChoice chosen={id} onChoose={choose} />
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <Field label={words.name} required error={isNamed ? undefined : words.nameRequired}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={200}
                value={name}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          {kinds.isError ? (
            <FailedCard query={kinds} />
          ) : (
            <TemplateNodes template={template} definitions={kinds.data ?? []} />
          )}
          <TemplateNeeds
            needs={listNeeds(draft, template)}
            createsTables={createsTables}
            onCreatesTables={setCreatesTables}
          />
          <WorkflowProblem>{problem}</WorkflowProblem>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button type="submit" variant="primary" busy={isPending} aria-disabled={!kinds.data}>
          {words.create}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface TemplateDialogProps extends TemplateFormProps {
  open: boolean
}

/** Chooses a template, shows what it consists of and needs, and creates its workflow. */
export function TemplateDialog({ open, names, onClose }: TemplateDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={words.title}
      description={words.description}
      className="w-220"
      hasWork={false}
    >
      <TemplateForm names={names} onClose={onClose} />
    </Dialog>
  )
}
