import { Icon, type IconName } from './Icon.tsx'

type ButtonProps = React.ComponentProps<'button'> & {
  /** `go` is the one main thing to do; `bad` loses something; `ghost` stays quiet until pointed at. */
  look?: 'plain' | 'go' | 'bad' | 'ghost'
  icon?: IconName
}

export function Button({ look = 'plain', icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`btn btn-${look} ${className}`}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A button that is only an icon; `label` is its name and, without a `title`, its tooltip. */
export function IconButton({ label, ...rest }: Omit<ButtonProps, 'children'> & { label: string; icon: IconName }) {
  return (
    <Button look="ghost" title={label} {...rest} className={`btn-icon ${rest.className ?? ''}`} aria-label={label} />
  )
}
