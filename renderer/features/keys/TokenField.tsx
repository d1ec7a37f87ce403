import { useRef, useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { Field } from '../../ui/Field.tsx'
import { mendToken, readToken } from './token.ts'

/**
 * A token being typed. Its text lives in the input alone, never in React's state, and is read out once, on use.
 */
export function useToken() {
  const input = useRef<HTMLInputElement>(null)
  /** Set by a paste whose line breaks the input itself would silently join. */
  const pastedBroken = useRef(false)
  const [question, setQuestion] = useState(false)
  const [empty, setEmpty] = useState(true)

  return {
    input,
    question,
    empty,
    /** The token; null when it is empty or has to be questioned first, and then the field has the focus. */
    read(): string | null {
      const { token, broken } = readToken(input.current?.value ?? '')
      const questioned = token !== '' && (broken || pastedBroken.current)
      setEmpty(token === '')
      setQuestion(questioned)
      if (token !== '' && !questioned) return token
      input.current?.focus()
      return null
    },
    /** The person's yes to the token without the white space inside it. */
    mend() {
      if (input.current) input.current.value = mendToken(input.current.value)
      pastedBroken.current = false
      setQuestion(false)
      input.current?.focus()
    },
    clear() {
      if (input.current) input.current.value = ''
      pastedBroken.current = false
      setQuestion(false)
    },
    onPaste(event: React.ClipboardEvent) {
      pastedBroken.current = readToken(event.clipboardData.getData('text')).broken
    },
    onChange() {
      setEmpty(false)
      setQuestion(false)
      if (input.current?.value === '') pastedBroken.current = false
    },
  }
}

type TokenFieldProps = {
  token: ReturnType<typeof useToken>
  help: React.ReactNode
  error: AppError | null
  /** True once the form was sent, so that an empty field may say so. */
  required: boolean
  readOnly: boolean
  onEdit: () => void
}

const brokenToken = {
  message: 'There is a space or a line break inside this token.',
  hint: 'A token is one piece. Copy it again, or',
}
const noToken = { message: 'The token is missing.', hint: 'Copy it from the window “Your API Key” of your panel.' }

export function TokenField({ token, help, error, required, readOnly, onEdit }: TokenFieldProps) {
  return (
    <Field
      ref={token.input}
      label="Token"
      name="token"
      type="password"
      mono
      readOnly={readOnly}
      help={help}
      error={token.question ? brokenToken : required && token.empty ? noToken : error}
      onPaste={token.onPaste}
      onChange={() => {
        token.onChange()
        onEdit()
      }}
    >
      {token.question && (
        <>
          <button type="button" className="link" onClick={token.mend}>
            join its parts
          </button>
          .
        </>
      )}
    </Field>
  )
}
