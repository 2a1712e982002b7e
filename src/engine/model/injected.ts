/**
 * Text that we put beside the user's words (recalled rows for a model without tools, context): marked when it is
 * put there, and taken out again before anything is learned from the message.
 */
const BEGIN = '<omoide-context>'
const END = '</omoide-context>'

const INJECTED = /<omoide-context>[\s\S]*?<\/omoide-context>\s*/g

/** `text` marked as not said by anybody. Marks inside it are taken out, so that it can't end its own mark. */
export function markInjected(text: string): string {
  return `${BEGIN}\n${text.replaceAll(BEGIN, '').replaceAll(END, '')}\n${END}\n`
}

/** A message without what was marked. A mark that is never closed is the user's own text and stays. */
export function stripInjected(text: string): string {
  return text.includes(BEGIN) ? text.replace(INJECTED, '').trim() : text
}
