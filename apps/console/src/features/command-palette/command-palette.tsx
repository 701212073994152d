import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { useState } from 'react'
import { closeOverlay } from '../../state/overlay.ts'
import { dialogOverlayStyle } from '../../ui/dialogs/dialog-style.ts'
import { useFocusReturn } from '../../ui/dialogs/focus-return.ts'
import { closeDialogs } from '../../ui/dialogs/open-dialogs.ts'
import { cn } from '../../ui/primitives/cn.ts'
import { Kbd } from '../../ui/primitives/kbd.tsx'
import { ignoreToastPress } from '../../ui/toast/ignore-toast-press.ts'
import type { CommandPaletteEntry, PaletteGroup } from './rank-entries.ts'
import { commandPaletteStrings as strings } from './strings.ts'
import { usePalette } from './use-palette.ts'

const groupStyle =
  'px-1 pb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-fg-3'

function Entry({
  entry,
  onRun,
}: {
  entry: CommandPaletteEntry
  onRun: (entry: CommandPaletteEntry) => void
}) {
  return (
    <Command.Item
      value={entry.key}
      onSelect={() => onRun(entry)}
      className="group flex min-h-8.5 items-center gap-2.5 rounded-md px-2 py-1.5 text-sm select-none aria-selected:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-fg-3"
    >
      {entry.icon}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {entry.label}
        {entry.detail === undefined ? null : (
          <span className="ml-1 text-xs text-fg-2"> {entry.detail}</span>
        )}
      </span>
      {entry.keys === undefined ? null : (
        <span className="flex shrink-0 gap-1">
          {' '}
          <Kbd>{entry.keys}</Kbd>
        </span>
      )}
      <span aria-hidden="true" className="hidden shrink-0 group-aria-selected:flex">
        <Kbd>↵</Kbd>
      </span>
    </Command.Item>
  )
}

/** The highlighted entry: it stays until the text changes or it disappears, then the first one is. */
function useMarked(groups: readonly PaletteGroup[], text: string) {
  const [marked, setMarked] = useState({ key: '', text })
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key))
  const isKept = marked.text === text && keys.includes(marked.key)
  const key = isKept ? marked.key : (keys[0] ?? '')
  if (marked.key !== key || marked.text !== text) setMarked({ key, text })
  return [key, (next: string) => setMarked({ key: next, text })] as const
}

/** Finds places, people and actions. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { groups, isSearching, note, remember } = usePalette(text)
  const [marked, setMarked] = useMarked(groups, text)
  const focusReturn = useFocusReturn()
  const run = (entry: CommandPaletteEntry) => {
    onClose()
    // A dialog beneath asks before it discards what was typed; the person then chooses again.
    if (!closeDialogs()) return
    closeOverlay()
    remember(entry)
    entry.run()
  }
  return (
    <Root open onOpenChange={onClose}>
      <Portal>
        <Overlay className={dialogOverlayStyle} />
        <Content
          {...focusReturn}
          onInteractOutside={ignoreToastPress}
          className="fixed top-[16vh] left-1/2 z-40 w-140 max-w-[calc(100vw-32px)] -translate-x-1/2 overflow-hidden rounded-2xl bg-raised shadow-3 outline-none data-[state=open]:animate-rise-in"
        >
          <Title className="sr-only">{strings.title}</Title>
          <Description className="sr-only">{strings.title}</Description>
          <Command
            label={strings.title}
            shouldFilter={false}
            loop
            value={marked}
            onValueChange={setMarked}
          >
            <div className="flex h-12 items-center gap-2.5 border-b px-4">
              <Search aria-hidden="true" className="size-4 text-fg-3" />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={strings.title}
                className="h-full flex-1 bg-transparent text-base outline-none placeholder:text-fg-3"
              />
            </div>
            <Command.List className="max-h-[min(26.25rem,60vh)] overflow-y-auto py-1">
              <Command.Empty className="py-8 text-center text-sm text-fg-2">
                {isSearching ? strings.searching : strings.nothing}
              </Command.Empty>
              {groups.map((group) => (
                <Command.Group key={group.title} heading={group.title} className={groupStyle}>
                  {group.entries.map((entry) => (
                    <Entry key={entry.key} entry={entry} onRun={run} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            <p
              role="status"
              className={cn(note !== undefined && 'border-t px-4 py-2 text-xs text-fg-2')}
            >
              {note}
            </p>
          </Command>
        </Content>
      </Portal>
    </Root>
  )
}
