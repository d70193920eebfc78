import { commitTransferredUpload, PHONE_TUS_PATH } from '@keepsake/contracts/library/phone-transfers';
import { type ResumeMemory, sendFile, type Transport } from '#/features/library/upload-queue/index.ts';
import { isUnauthenticated } from '#/shared/api/api-problem.ts';
import { call, requireConnection } from '#/shared/api/call.ts';

type Options = {
  memory: ResumeMemory;
  /** Called when the code is rejected. */
  onExpired: () => void;
};

/** Transport for a phone's files, authorised by a code's token, which can neither query the library nor add to albums. */
export function createPhoneTransport({ memory, onExpired }: Options): Transport {
  async function watched<Result>(work: Promise<Result>): Promise<Result> {
    return work.catch((error: unknown) => {
      if (isUnauthenticated(error)) onExpired();
      throw error;
    });
  }
  return {
    async send(file, sending) {
      const path = `${requireConnection().services.uploads}${PHONE_TUS_PATH}`;
      const url = await watched(
        sendFile({
          ...sending,
          file,
          endpoint: new URL(path, window.location.href).href,
          url: memory.recall(file),
          onUrl: (started) => memory.remember(file, started),
        }),
      );
      return url.split('/').at(-1) ?? '';
    },
    async commit(file, uploadId, { signal }) {
      await watched(call(commitTransferredUpload, { params: { uploadId } }, { signal }));
      memory.forget(file);
      return { imageId: uploadId, isDuplicate: false };
    },
    findKnown: async () => new Map(),
    addToAlbum: async () => undefined,
    forget: memory.forget,
  };
}
