type Sending = { onProgress: (sent: number) => void; signal: AbortSignal };

/** How files get to the library: what the queue needs of the uploads service. */
export type Transport = {
  /** Sends all bytes, from where an earlier try ended; gives the upload's id. */
  send(file: File, sending: Sending): Promise<string>;
  /** Makes a photo of the upload, of that album, too. Only its answer says that a file is saved. */
  commit(
    file: File,
    uploadId: string,
    options: { albumId?: string; signal: AbortSignal },
  ): Promise<{ imageId: string; isDuplicate: boolean }>;
  /** SHA-256 in hex -> photo, of those that the library already holds. */
  findKnown(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Puts photos of the library into an album; at most as many as are asked about at a time. */
  addToAlbum(albumId: string, photoIds: readonly string[]): Promise<void>;
  /** The next try begins anew. */
  forget(file: File): void;
};
