import {
  createPhoneTransfer,
  endPhoneTransfer,
  getPhoneTransfer,
  type ResponseOf,
  renewPhoneTransfer,
} from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';

export type PhoneCode = ResponseOf<typeof createPhoneTransfer>;

/** What the code on the screen needs of the uploads service. */
export const phoneTransferApi = {
  create: (albumId: string | undefined) => call(createPhoneTransfer, { body: { albumId } }),
  renew: (transferId: string) => call(renewPhoneTransfer, { params: { transferId } }),
  read: (transferId: string) => call(getPhoneTransfer, { params: { transferId } }),
  end: (transferId: string) => call(endPhoneTransfer, { params: { transferId } }),
};

export type PhoneTransferApi = typeof phoneTransferApi;
