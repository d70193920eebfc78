export { createPhoneTransfers } from './create-phone-transfers.ts';
