import type { ComponentType } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { useDefaultEnvironment } from './use-item-access.ts'

export interface ItemFormProps<Item> {
  /** What is edited; undefined makes a new one. */
  item: Item | undefined
  environment: string
  onDone: () => void
}

interface ItemDialogsProps<Item> {
  open: 'create' | 'edit' | undefined
  item: Item | undefined
  words: { createTitle: string; createText: string; editTitle: string }
  form: ComponentType<ItemFormProps<Item>>
  onClose: () => void
}

/** The two dialogs of what an environment has several of: one makes, one changes. */
export function ItemDialogs<Item extends { id: string; environment_id: string }>(
  props: ItemDialogsProps<Item>,
) {
  const { open, words, form: Form, onClose } = props
  const environment = useDefaultEnvironment()
  const shown = useLast(props.item)
  return (
    <>
      <Dialog
        open={open === 'create' && environment !== undefined}
        onOpenChange={onClose}
        title={words.createTitle}
        description={words.createText}
      >
        <Form item={undefined} environment={environment ?? ''} onDone={onClose} />
      </Dialog>
      <Dialog
        open={open === 'edit' && shown !== undefined}
        onOpenChange={onClose}
        title={words.editTitle}
      >
        {shown ? (
          <Form key={shown.id} item={shown} environment={shown.environment_id} onDone={onClose} />
        ) : null}
      </Dialog>
    </>
  )
}
