/** Both kinds of memory model with all that they bring along: import this module only when one is wanted. */
export { createPatientExtractor } from '../facts/rules/index.ts'
export { createPromptedModel } from './prompted.ts'
export { createRulesModel } from './rules.ts'
