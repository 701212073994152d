import { Search } from 'lucide-react'
import type { RefObject } from 'react'
import { cn } from '../primitives/cn.ts'
import { Input } from './input.tsx'

interface SearchInputProps {
  label: string
  value: string
  onValueChange: (value: string) => void
  maxLength?: number
  inputRef?: RefObject<HTMLInputElement | null>
  className?: string
}

export function SearchInput(props: SearchInputProps) {
  const { label, value, onValueChange, maxLength, inputRef, className } = props
  return (
    <div className={cn('relative', className ?? 'w-72')}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-2.25 left-2.5 size-3.5 text-fg-3"
      />
      <Input
        {...(inputRef ? { ref: inputRef } : {})}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          // A search shows its results while typing; Enter must not send the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
        className="pl-8"
      />
    </div>
  )
}
