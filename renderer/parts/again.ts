/** The label of what does once more what failed. */
export const tryAgain = 'Try again'

/** The label of what asks for what is shown once more. */
export const lookAgain = 'Look again'

/** The next step after something could not be read. */
export const tryAgainStep = (onClick: () => void) => ({ label: tryAgain, onClick })

/** The next step where only a newer answer tells what became of something. */
export const lookAgainStep = (onClick: () => void) => ({ label: lookAgain, onClick })
