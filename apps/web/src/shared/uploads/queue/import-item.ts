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
