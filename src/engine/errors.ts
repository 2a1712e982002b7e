/**
 * The catalogue of failures: one code, one English sentence. The user interface has the words for each
 * code in every language (`src/ui/i18n`), and docs/errors.md lists them.
 */
export const errorCatalogue = {
  // storage
  storage_not_ready: 'Storage is not open yet.',
  storage_blocked: 'Another tab holds the storage and does not answer.',
  storage_quota: 'The device has no room left for this write.',
  storage_failed: 'The database refused the operation.',
  storage_wrong_mode: 'The database could not be put into the journal mode that keeps data safe.',
  storage_corrupt: 'A stored document cannot be read; it was set aside.',
  schema_too_new: 'The data was written by a newer version of Omoide.',
  // requests
  bad_request: 'The request is not of the expected shape.',
  bad_name: 'The character name is not allowed.',
  unknown_character: 'There is no character of that name.',
  name_taken: 'A character of that name exists already.',
  payload_too_large: 'The request is larger than 16 MiB.',
  foreign_origin: 'The request came from another site.',
  no_open_tab: 'No Omoide tab is open, so there is no memory to ask.',
  protocol_mismatch: 'This page and the service worker are of different versions.',
  // models
  model_not_configured: 'No model is set for this task.',
  model_unreachable: 'The model server cannot be reached.',
  model_offline: 'The device is offline, and the model is not on it.',
  model_origin_refused: 'The model server does not accept requests from this page.',
  model_mixed_content: 'The browser does not let a secure page call a server without https.',
  model_local_access_denied: 'The browser does not let this page into the local network.',
  model_key_refused: 'The model server does not accept the key.',
  model_not_found: 'There is no such model, or no chat interface at this address.',
  model_bad_address: 'The address of the model server is not a usable URL.',
  model_cut_off: 'The answer of the model broke off.',
  model_timeout: 'The model did not answer in time.',
  model_refused: 'The model server refused the request.',
  model_rate_limited: 'The model server asks to slow down.',
  model_server_error: 'The model server failed.',
  model_bad_answer: 'The model answered in a form that cannot be used.',
  model_output_exhausted: 'The model ran out of output before it finished.',
  origin_not_approved: 'The address was not approved by the user.',
  cancelled: 'The work was cancelled.',
  // facts
  claim_without_source: 'A claimed fact cites nothing that was said.',
  claim_of_another: 'A claim about the user rests on words that are not the user’s own.',
  claim_taken_back: 'The user has taken this back before.',
  claim_forgotten: 'The claim is one that the user wanted forgotten.',
  extraction_given_up:
    'The model answered unusably about these turns too often; nothing was learned from them.',
  unknown_fact: 'There is no fact of that id.',
  // changes
  unknown_entry: 'There is no entry of that id.',
  stale_revision: 'The entry was changed since it was read.',
  undo_conflict: 'Something that the change touched was changed since.',
  bad_document: 'The document breaks its schema.',
  card_entry: 'The entry comes from a card and is edited there.',
  not_editable: 'This cannot be changed on an entry of this kind.',
  bad_text: 'The text is empty, or longer than 20,000 characters.',
  bad_date: 'The date cannot be read, or the end lies before the start.',
  // embedding models
  embedding_not_installed: 'The embedding model that was chosen is not on this device.',
  embedding_no_file_storage: 'The browser gives no place for the files of a model.',
  embedding_file_missing: 'A file of the embedding model is missing or cut short.',
  embedding_checksum_wrong: 'A file of the embedding model is not what it should be.',
  embedding_archive_unreadable: 'The archive of the embedding model cannot be read.',
  embedding_tokenizer_unfit: 'The tokenizer does not fit the embedding model.',
  embedding_graph_unfit: 'The graph is not one of a text encoder that can be used here.',
  embedding_vectors_unusable: 'The vectors of the embedding model did not pass the self-test.',
  embedding_inference_failed: 'The embedding model failed while it was at work.',
  embedding_device_lost: 'The graphics processor went away while it was at work.',
  embedding_download_failed: 'The download of the embedding model did not get through.',
  embedding_busy: 'Another model is being installed.',
} as const

export type ErrorCode = keyof typeof errorCatalogue
