import { X } from 'lucide-react'
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { buttonStyle } from '../primitives/button.tsx'
import { cn } from '../primitives/cn.ts'
import { ignoreToastPress } from '../toast/ignore-toast-press.ts'
import { useFocusReturn } from './focus-return.ts'

export const dialogOverlayStyle =
  'fixed inset-0 z-40 bg-overlay backdrop-blur-[1px] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

/** Centred without a transform, so that popups inside can extend beyond its edges. */
export const dialogStyle =
  'fixed inset-0 z-40 m-auto h-fit max-h-[calc(100vh-48px)] w-115 max-w-[calc(100vw-32px)] overflow-y-auto rounded-2xl bg-raised shadow-3 outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  closeLabel?: string
  className?: string
  children: ReactNode
}

/** Modal dialog; returns focus to where it was when it closes. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel = 'Close',
  className,
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className={dialogOverlayStyle} />
        <Content
          {...focusReturn}
          onInteractOutside={ignoreToastPress}
          className={cn(dialogStyle, className)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="px-5 pt-4.5">
            <Title className="pr-8 text-base font-semibold">{title}</Title>
            {description ? (
              <Description className="mt-1 text-sm text-fg-2">{description}</Description>
            ) : null}
          </header>
          {children}
          <span className="absolute top-3.5 right-3.5">
            <Close aria-label={closeLabel} className={buttonStyle('ghost', 'icon-sm')}>
              <X aria-hidden="true" />
            </Close>
          </span>
        </Content>
      </Portal>
    </Root>
  )
}

/** Button row at the bottom of a dialog. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="mt-4.5 flex justify-end gap-2 rounded-b-2xl border-t bg-sunken/60 px-5 py-3">
      {children}
    </footer>
  )
}
