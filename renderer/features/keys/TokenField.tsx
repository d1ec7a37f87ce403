import { useRef, useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import { type TokenDoubt, tokenDoubt, tokenDoubtWords } from '../../../shared/keys/token.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { mendToken, wayOut } from './messages.ts'

/** A token field. The text is only in the input, never in React's state, and is read once, on use. */
export function useToken() {
  const input = useRef<HTMLInputElement>(null)
  /** True after a paste with line breaks, which the input itself would silently remove. */
  const pastedBroken = useRef(false)
  /** The person accepted a token that only looks wrong. */
  const accepted = useRef(false)
  const [doubt, setDoubt] = useState<TokenDoubt | null>(null)

  const forget = () => {
    pastedBroken.current = false
    accepted.current = false
    setDoubt(null)
  }

  return {
    input,
    doubt,
    /** The token; null when it is doubtful, and then the field says why and has the focus. */
    read(): string | null {
      const raw = input.current?.value ?? ''
      const found = pastedBroken.current ? 'line-break' : tokenDoubt(raw)
      const open = found !== null && accepted.current && wayOut(found) === 'use' ? null : found
      setDoubt(open)
      if (open === null) return raw.trim()
      input.current?.focus()
      return null
    },
    /** Accepts the token without the white space inside it. */
    mend() {
      if (input.current) input.current.value = mendToken(input.current.value)
      forget()
      input.current?.focus()
    },
    /** Accepts the token as it is, and sends the form. */
    accept() {
      accepted.current = true
      setDoubt(null)
      input.current?.focus()
      input.current?.form?.requestSubmit()
    },
    clear() {
      if (input.current) input.current.value = ''
      forget()
    },
    onPaste(event: React.ClipboardEvent) {
      pastedBroken.current = tokenDoubt(event.clipboardData.getData('text')) === 'line-break'
    },
    onChange() {
      accepted.current = false
      setDoubt(null)
      if (input.current?.value === '') pastedBroken.current = false
    },
  }
}

type TokenFieldProps = {
  token: ReturnType<typeof useToken>
  help: React.ReactNode
  error: AppError | null
  readOnly: boolean
  onEdit: () => void
}

export function TokenField({ token, help, error, readOnly, onEdit }: TokenFieldProps) {
  const { doubt } = token
  const way = doubt && wayOut(doubt)
  return (
    <Field
      ref={token.input}
      label="Token"
      name="token"
      type="password"
      mono
      readOnly={readOnly}
      help={help}
      error={doubt ? tokenDoubtWords[doubt] : error}
      onPaste={token.onPaste}
      onChange={() => {
        token.onChange()
        onEdit()
      }}
    >
      {way === 'join' && <LinkButton onClick={token.mend}>Join its parts</LinkButton>}
      {way === 'use' && <LinkButton onClick={token.accept}>Use it as it is</LinkButton>}
    </Field>
  )
}
