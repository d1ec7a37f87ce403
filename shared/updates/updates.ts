/** How to look for new versions. Until a person has chosen, nothing is asked of anybody. */
export const updateChoices = ['automatic', 'tell', 'never'] as const
