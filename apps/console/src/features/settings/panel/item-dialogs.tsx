import type { ComponentType } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { useDefaultEnvironment } from './use-item-access.ts'

export interface ItemFormProps<Item> {
  /** The item to edit; undefined creates one. */
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

/** Create and edit dialogs for items that belong to an environment. */
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
