/** The label of what does once more what failed. */
export const tryAgain = 'Try again'

/** The label of what asks for what is shown once more. */
export const lookAgain = 'Look again'

/** A button of that label. */
type AgainStep = { readonly label: string; readonly onClick: () => void }

/** The next step after something could not be read. */
export const tryAgainStep = (again: () => void): AgainStep => ({ label: tryAgain, onClick: again })

/** The next step where only a newer answer tells what became of something. */
export const lookAgainStep = (again: () => void): AgainStep => ({ label: lookAgain, onClick: again })
