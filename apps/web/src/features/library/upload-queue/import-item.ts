import type { UploadFault } from '@keepsake/contracts/library/phone-transfers';
import {
  ACCEPTED_PHOTO_TYPES,
  FILE_EXTENSION,
  MAX_PHOTO_BYTES,
  PHOTO_EXTENSIONS,
} from '@keepsake/contracts/platform/limits';

export type ImportItem = {
  /** Ascending in picking order. */
  id: number;
  name: string;
  bytes: number;
  /** The album it was picked for. */
  albumId?: string;
  /** The folder it was dropped or picked in. */
  folder?: string;
  /**
   * waiting → sending → saving → saved; `known` was saved before this import, and `restored` had been recently deleted. `failed` may
   * succeed on a retry, `refused` never will.
   */
  status: 'waiting' | 'sending' | 'saving' | 'saved' | 'known' | 'restored' | 'failed' | 'refused';
  /** Whether the library was asked if it has the content. */
  isChecked: boolean;
  /** Bytes received by the server. */
  sent: number;
  reason?: UploadFault;
  /** The photo it became or already was. On a phone, which must not learn about photos, the upload's id. */
  imageId?: string;
  /** False for a saved photo that cannot be displayed. */
  canBeShown?: boolean;
  /** Set for a file left unfinished by an earlier visit: whether the browser kept it, or it has to be picked again. */
  unfinished?: 'kept' | 'gone';
  /** Set for a photo sent by a phone. */
  uploadId?: string;
  /** Set for a file that a phone could not send. */
  refusalId?: string;
  /** Marked for removal from the library when the import is confirmed [IMP-11]. */
  isMarked?: boolean;
};

/** Whether it can be marked for removal: only if this import added it, not if it was there before [IMP-11]. */
export function isRemovable({ status }: ImportItem): boolean {
  return status === 'saved';
}

/** Failures that a retry cannot fix. */
const LASTING: ReadonlySet<UploadFault> = new Set([
  'wrong-type',
  'too-large',
  'too-many-pixels',
  'empty',
  'not-a-photo',
]);

export function isLasting(reason: UploadFault): boolean {
  return LASTING.has(reason);
}

/** Whether it will still progress on its own. */
export function isPending({ status }: ImportItem): boolean {
  return status === 'waiting' || status === 'sending' || status === 'saving';
}

/** Whether it is in the library. */
export function isSaved({ status }: Pick<ImportItem, 'status'>): boolean {
  return status === 'saved' || status === 'known' || status === 'restored';
}

/** Whether it did not get into the library, which the customer should know. */
export function hasProblem({ status }: ImportItem): boolean {
  return status === 'failed' || status === 'refused';
}

const EXTENSIONS: readonly string[] = Object.values(PHOTO_EXTENSIONS).flat();

/** Types offered by the file picker [IMP-02]. MIME types and extensions, because many systems know no type for HEIC. */
export const PICKER_ACCEPT = [...ACCEPTED_PHOTO_TYPES, ...EXTENSIONS].join(',');

/** Files that operating systems put into folders. */
const SYSTEM_FILES = /^(\..*|thumbs\.db|desktop\.ini)$/i;

/** Whether a file is skipped silently, because nobody means to add it. */
export function isSystemFile({ name }: Pick<File, 'name'>): boolean {
  return SYSTEM_FILES.test(name);
}

/**
 * Why this file cannot become a photo, or null [IMP-02]. A name without an extension says nothing: the server decides by the
 * content of every file.
 */
export function refusalOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): UploadFault | null {
  const extension = FILE_EXTENSION.exec(name)?.[0].toLowerCase();
  const isAccepted =
    (extension === undefined ? type === '' : EXTENSIONS.includes(extension)) ||
    ACCEPTED_PHOTO_TYPES.some((accepted) => accepted === type);
  if (!isAccepted) return 'wrong-type';
  if (size === 0) return 'empty';
  return size > MAX_PHOTO_BYTES ? 'too-large' : null;
}
