/** Synchronous hashes, so that they can be used inside a transaction (design.md §4). */
import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Lower-case hex SHA-256 of the UTF-8 bytes of `text`, 64 digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** Lower-case hex SHA-1 of the UTF-8 bytes of `text`, 40 digits; only where the reference's ids use it. */
export function sha1Hex(text: string): string {
  return bytesToHex(sha1(utf8ToBytes(text)))
}

/** Lower-case hex HMAC-SHA-256 of the UTF-8 bytes of `text`, 64 digits. */
export function hmacSha256Hex(key: string, text: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)))
}
