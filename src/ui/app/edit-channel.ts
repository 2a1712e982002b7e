/** Edits by hand, told between pages as the reference does it (ui.md §3.5). */

export interface EditChannel {
  /** Returns the function that ends the subscription. */
  onEdited(listener: (character: string) => void): () => void
  /** Tells every page of this origin that recent memory was edited by hand. */
  tellEdited(character: string): void
}

export function createEditChannel(): EditChannel {
  return {
    onEdited(listener) {
      if (typeof BroadcastChannel === 'undefined') return () => undefined
      const channel = new BroadcastChannel(EDIT_CHANNEL)
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isEdit(data)) listener(data.catgirl_name)
      }
      return () => channel.close()
    },
    tellEdited(character) {
      const message = { action: 'memory_edited', catgirl_name: character }
      if (typeof BroadcastChannel === 'undefined') {
        // The reference's fallback for an embedded page without the channel.
        window.parent.postMessage({ type: 'memory_edited', catgirl_name: character }, location.origin)
        return
      }
      const channel = new BroadcastChannel(EDIT_CHANNEL)
      channel.postMessage(message)
      channel.close()
    },
  }
}

const EDIT_CHANNEL = 'neko_page_channel'

function isEdit(data: unknown): data is { catgirl_name: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'action' in data &&
    data.action === 'memory_edited' &&
    'catgirl_name' in data &&
    typeof data.catgirl_name === 'string'
  )
}
