import { ACCEPTED_PHOTO_EXTENSIONS, ACCEPTED_PHOTO_TYPES, MAX_PHOTO_BYTES } from '@keepsake/contracts';

/** Why a file is not, or not yet, in the library. */
export type Reason =
  /** Told by the file itself; never sent. */
  | 'wrong-type'
  | 'too-large'
  | 'empty'
  | 'unreadable'
  /** Told by the server. */
  | 'not-a-photo'
  | 'storage-full'
  | 'unexpected';

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
   * waiting → sending → saving → saved; `known` is saved before this import. `failed` may succeed when tried again,
   * `refused` never will.
   */
  status: 'waiting' | 'sending' | 'saving' | 'saved' | 'known' | 'failed' | 'refused';
  /** Whether the library was asked for its content. */
  isChecked: boolean;
  /** Bytes that arrived. */
  sent: number;
  reason?: Reason;
  /** The photo it became, or already was. */
  imageId?: string;
  /** Of a file that came by a phone: what tells it from others that came. */
  uploadId?: string;
  /** To be removed from the library again when the import is confirmed [IMP-11]. */
  isMarked?: boolean;
};

/** True for what can be marked for removal: only what this import added, never a photo that was there before [IMP-11]. */
export function isRemovable({ status }: ImportItem): boolean {
  return status === 'saved';
}

/** Reasons that another try cannot change. */
const LASTING: ReadonlySet<Reason> = new Set(['wrong-type', 'too-large', 'empty', 'not-a-photo']);

export function isLasting(reason: Reason): boolean {
  return LASTING.has(reason);
}

/** True until nothing more happens to it by itself. */
export function isPending({ status }: ImportItem): boolean {
  return status === 'waiting' || status === 'sending' || status === 'saving';
}

/** True for what the customer should know did not get into the library. */
export function hasProblem({ status }: ImportItem): boolean {
  return status === 'failed' || status === 'refused';
}

/** What the file picker offers [IMP-02]. Both kinds of names: many systems know no type for HEIC. */
export const PICKER_ACCEPT = [...ACCEPTED_PHOTO_TYPES, ...ACCEPTED_PHOTO_EXTENSIONS].join(',');

/** Files that systems put into folders of photos without anybody having asked. */
const UNASKED = /^(\..*|thumbs\.db|desktop\.ini)$/i;

/** True for what nobody means to add, so that it is not worth a word. */
export function isUnasked({ name }: Pick<File, 'name'>): boolean {
  return UNASKED.test(name);
}

/** Why this file cannot be a photo of the library, or null; the content is for the server to judge [IMP-02]. */
export function refusalOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): Reason | null {
  const isAccepted =
    ACCEPTED_PHOTO_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension)) ||
    ACCEPTED_PHOTO_TYPES.some((accepted) => accepted === type);
  if (!isAccepted) return 'wrong-type';
  if (size === 0) return 'empty';
  return size > MAX_PHOTO_BYTES ? 'too-large' : null;
}
