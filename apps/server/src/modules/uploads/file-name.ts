import { MAX_FILE_NAME_BYTES } from '@keepsake/contracts';
import { shortenFileName, visibleCharacters } from '../../platform/file-names.ts';

const FALLBACK = 'photo';

/**
 * A name the customer recognises and nothing trips over: no folders, no controls, composed letters, at most
 * MAX_FILE_NAME_BYTES with the extension kept.
 */
export function safeFileName(given: string): string {
  const name = (visibleCharacters(given).split(/[/\\]/).at(-1) ?? '').replace(/^\s+|[\s.]+$/g, '');
  return shortenFileName(name, MAX_FILE_NAME_BYTES) || FALLBACK;
}
