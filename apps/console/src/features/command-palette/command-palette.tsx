import { Command } from 'cmdk'
import { Database, Search } from 'lucide-react'
import { Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dialogOverlayStyle } from '../../ui/dialogs/dialog-style.ts'
import { useFocusReturn } from '../../ui/dialogs/focus-return.ts'
import { cn } from '../../ui/primitives/cn.ts'
import { ignoreToastPress } from '../../ui/toast/ignore-toast-press.ts'
import {
  type CommandPaletteEntry,
  type PaletteGroup,
  usePaletteGroups,
} from './palette-entries.tsx'
import { useProjectSearch } from './project-search.ts'
import { commandPaletteStrings as strings } from './strings.ts'

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
      className="flex h-8.5 items-center gap-2.5 rounded-md px-2 text-sm select-none aria-selected:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-fg-3"
    >
      {entry.icon}
      <span className="truncate">{entry.label}</span>
    </Command.Item>
  )
}

function useAllGroups(text: string) {
  const navigate = useNavigate()
  const search = useProjectSearch(text)
  const groups = usePaletteGroups(text)
  // Earlier results are filtered by the current text until new ones arrive.
  const wanted = text.trim().toLowerCase()
  const fitting = (search.data?.projects ?? []).filter(
    ({ id, name }) => name.toLowerCase().includes(wanted) || id === wanted,
  )
  const projects = fitting.map((project) => ({
    key: project.id,
    label: project.name,
    icon: <Database />,
    run: () => navigate(`/project/${project.id}/data`),
  }))
  const found: readonly PaletteGroup[] =
    projects.length > 0 ? [{ title: strings.projects, entries: projects }] : []
  const nothing = search.isError
    ? strings.unreachable
    : search.isFetching
      ? strings.searching
      : strings.nothing
  const [first, ...others] = groups
  const hasQuery = text.trim() !== ''
  const ordered = hasQuery || !first ? [...found, ...groups] : [first, ...found, ...others]
  return { groups: ordered, nothing }
}

/** The highlighted entry; falls back to the first one when it disappears. */
function useMarked(groups: readonly PaletteGroup[]) {
  const [marked, setMarked] = useState('')
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key))
  return [keys.includes(marked) ? marked : (keys[0] ?? ''), setMarked] as const
}

/** Finds projects, screens and actions. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { groups, nothing } = useAllGroups(text)
  const [marked, setMarked] = useMarked(groups)
  const focusReturn = useFocusReturn()
  const run = (entry: CommandPaletteEntry) => {
    onClose()
    entry.run()
  }
  return (
    <Root open onOpenChange={onClose}>
      <Portal>
        <Overlay className={cn(dialogOverlayStyle, 'backdrop-blur-none')} />
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
            <Command.List className="max-h-105 overflow-y-auto py-1">
              <Command.Empty className="py-8 text-center text-sm text-fg-2">
                {nothing}
              </Command.Empty>
              {groups.map((group) => (
                <Command.Group key={group.title} heading={group.title} className={groupStyle}>
                  {group.entries.map((entry) => (
                    <Entry key={entry.key} entry={entry} onRun={run} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Content>
      </Portal>
    </Root>
  )
}
