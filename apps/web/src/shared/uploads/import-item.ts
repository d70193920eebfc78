import {
  ACCEPTED_PHOTO_EXTENSIONS,
  ACCEPTED_PHOTO_TYPES,
  MAX_PHOTO_BYTES,
  type UploadFault,
} from '@keepsake/contracts';

export type ImportItem = {
  /** Ascending in the order of picking. */
  id: number;
  name: string;
  bytes: number;
  /** The album it was picked for. */
  albumId?: string;
  /** The folder it was dropped or picked with. */
  folder?: string;
  /**
   * waiting → sending → saving → saved; `known` was saved before this import. `failed` may succeed on a retry,
   * `refused` never will.
   */
  status: 'waiting' | 'sending' | 'saving' | 'saved' | 'known' | 'failed' | 'refused';
  /** Whether the library was asked about its content. */
  isChecked: boolean;
  /** Bytes that arrived. */
  sent: number;
  reason?: UploadFault;
  /** The photo it became, or already was. A phone, which must not learn of photos, keeps its upload's id. */
  imageId?: string;
  /** False for a saved photo that no picture could be made of. */
  canBeShown?: boolean;
  /** Set for what an earlier visit did not finish: whether the browser kept the file, or it has to be picked again. */
  left?: 'kept' | 'gone';
  /** Set for a photo that a phone sent. */
  uploadId?: string;
  /** Set for a file that a phone could not send. */
  refusalId?: string;
  /** To be removed from the library again when the import is confirmed [IMP-11]. */
  isMarked?: boolean;
};

/** Whether it can be marked for removal: only if this import added it, never if it was there before [IMP-11]. */
export function isRemovable({ status }: ImportItem): boolean {
  return status === 'saved';
}

/** Reasons that a retry cannot change. */
const LASTING: ReadonlySet<UploadFault> = new Set(['wrong-type', 'too-large', 'empty', 'not-a-photo']);

export function isLasting(reason: UploadFault): boolean {
  return LASTING.has(reason);
}

/** Whether something will still happen to it by itself. */
export function isPending({ status }: ImportItem): boolean {
  return status === 'waiting' || status === 'sending' || status === 'saving';
}

/** Whether it is in the library. */
export function isSaved({ status }: Pick<ImportItem, 'status'>): boolean {
  return status === 'saved' || status === 'known';
}

/** Whether it did not get into the library, and the customer should know. */
export function hasProblem({ status }: ImportItem): boolean {
  return status === 'failed' || status === 'refused';
}

/** What the file picker offers [IMP-02]. Both kinds of names: many systems know no type for HEIC. */
export const PICKER_ACCEPT = [...ACCEPTED_PHOTO_TYPES, ...ACCEPTED_PHOTO_EXTENSIONS].join(',');

/** Files that operating systems add to folders by themselves. */
const UNASKED = /^(\..*|thumbs\.db|desktop\.ini)$/i;

/** Whether a file is left out without a word, because nobody means to add it. */
export function isUnasked({ name }: Pick<File, 'name'>): boolean {
  return UNASKED.test(name);
}

/** Why this file cannot become a photo, or null; the server checks the content [IMP-02]. */
export function refusalOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): UploadFault | null {
  const isAccepted =
    ACCEPTED_PHOTO_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension)) ||
    ACCEPTED_PHOTO_TYPES.some((accepted) => accepted === type);
  if (!isAccepted) return 'wrong-type';
  if (size === 0) return 'empty';
  return size > MAX_PHOTO_BYTES ? 'too-large' : null;
}
