import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import framed from '../../ui/framed.module.css'
import type { Matches, Screen } from './screen.ts'
import styles from './Terminal.module.css'

/** Maximum number of matches that are counted. */
const most = 1_000

function matchWords(text: string, { index, count }: Matches): string {
  if (text === '') return ''
  if (count === 0) return 'Nothing found'
  const all = count >= most ? `${most.toLocaleString('en')}+` : count.toLocaleString('en')
  return index < 0 ? all : `${index + 1} of ${all}`
}

type SearchBarProps = {
  /** Each new value focuses the bar again. */
  asked: number
  matches: Matches
  onFind: Screen['find']
  onClose: () => void
}

/** Finds text in a console: Enter goes up to older matches, Shift+Enter down, Escape closes. */
export function SearchBar({ asked, matches, onFind, onClose }: SearchBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again takes the keyboard into the bar again
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [asked])
  return (
    <search className={`${framed.frame} ${styles.find}`} data-flex="" data-ring data-text="small">
      <input
        ref={input}
        className={framed.input}
        type="text"
        aria-label="Find in the console"
        placeholder="Find"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onFind(event.target.value, 'stay')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onFind(text, event.shiftKey ? 'next' : 'previous')
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      />
      <span role="status">{matchWords(text, matches)}</span>
      <IconButton icon="up" label="Previous match" onClick={() => onFind(text, 'previous')} />
      <IconButton icon="down" label="Next match" onClick={() => onFind(text, 'next')} />
      <IconButton icon="close" label="Close the search" onClick={onClose} />
    </search>
  )
}
