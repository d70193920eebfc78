export { createPhoneTransfers, phoneTransfersCron } from './create-phone-transfers.ts';
